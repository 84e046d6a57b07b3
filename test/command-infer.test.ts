import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

const files = {
  "weather/SKILL.md": skillText("weather", "# Weather\n\nRun `scripts/report.sh CITY`.\n"),
  "weather/scripts/report.sh":
    '#!/bin/sh\ncurl -s "https://weather.example.org/api?city=$1" > reports/today.txt\n',
};
const block = [
  "security:",
  "  requiresNetwork: true",
  "  modifiesFiles: true",
  "  executesCommands: true",
  "  fileSystemScope: workspace",
].join("\n");

test("S2-31: scan --infer writes the manifest that fits, and the skill then passes its own word", async () => {
  const cwd = createFolder(files);
  const read = (): string => readFileSync(join(cwd, "weather/SKILL.md"), "utf8");
  const before = read();
  const preview = await skillwright(["scan", "weather", "--infer", "--dry-run"], { cwd });
  expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining(block) });
  expect(read()).toBe(before);
  const { code, stdout } = await skillwright(["scan", "weather", "--infer"], { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Wrote to weather/SKILL.md:\n\n${block}\n\n${stdout.split("\n\n")[2]}`,
  });
  expect(stdout).toContain("  uses the network: curl");
  expect(read()).toBe(before.replace("\n---\n", `\n${block}\n---\n`));
  expect(await skillwright(["validate", "weather"], { cwd })).toMatchObject({ code: 0 });
  expect(await skillwright(["scan", "weather", "--infer"], { cwd })).toMatchObject({
    code: 0,
    stdout: "weather/SKILL.md declares all that it does.\n",
  });
});

test("S2-31: a skill that does more than it declares is not changed, and fails", async () => {
  const text = skillText("weather").replace("\n---\n", "\nsecurity:\n  requiresNetwork: false\n---\n");
  const cwd = createFolder({ ...files, "weather/SKILL.md": text });
  const plain = await skillwrightHere(["scan", "weather", "--infer"], { cwd });
  expect(plain.code).toBe(1);
  expect(plain.stdout).toMatch(/^weather\/SKILL\.md does more than it declares:\n {2}uses the network: curl/);
  expect(readFileSync(join(cwd, "weather/SKILL.md"), "utf8")).toBe(text);
  const { code, stdout } = await skillwrightHere(["scan", "weather", "--infer", "--json"], { cwd });
  expect(code).toBe(1);
  expect(parseOutput("inferred-manifests", stdout)).toMatchObject({
    skills: [{ status: "declared", undeclared: ["network"] }],
  });
});

test("a SKILL.md that cannot be read gets no manifest", async () => {
  const cwd = createFolder({ "odd/SKILL.md": "no frontmatter\n" });
  expect(await skillwrightHere(["scan", "odd", "--infer"], { cwd })).toMatchObject({
    code: 4,
    stdout: "odd/SKILL.md cannot be read; run `skillwright validate` for details.\n",
  });
});
