import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { splitArguments } from "@skillwright/core/activate";
import { describe, expect, test } from "vitest";
import { findBubblewrap } from "../packages/runtime/src/sandbox/bubblewrap/find-bubblewrap.ts";
import { skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

const documents = [
  "README.md",
  "docs/guides/library.md",
  "docs/guides/finding-skills.md",
  "docs/guides/guarding.md",
  "docs/guides/running.md",
  "docs/guides/mcp.md",
  "docs/guides/agents.md",
];

/** Where there is no sandbox, what needs one cannot be shown; the tests are then named as not run. */
const hasSandbox = findBubblewrap(process.env.PATH ?? "") !== undefined;
const needsSandbox = /^\$ skillwright exec|\bopenSandbox\(/m;
const runnable = ({ code }: Fence): boolean => hasSandbox || !needsSandbox.test(code);

type Fence = { readonly language: string; readonly code: string };

function fencesOf(path: string): readonly Fence[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

describe.each(documents)("%s", (path) => {
  const consoles = fencesOf(path).filter((fence) => fence.language === "console" && runnable(fence));
  for (const { code } of fencesOf(path).filter((fence) => !runnable(fence)))
    test.skip(`${code.split("\n")[0]} (there is no sandbox here)`, () => {});

  test.each(consoles.map((fence) => [fence.code.split("\n")[0] ?? "", fence.code] as const))(
    "%s prints what it says",
    async (first, code) => {
      const words = splitArguments(first.replace("$ skillwright ", ""));
      const { stdout } = await skillwright(words, { env: { COLUMNS: "88" } });
      expect(`${first}\n${stdout}`.trimEnd()).toBe(code.trimEnd());
    },
  );

  const programs = fencesOf(path).filter((fence) => fence.language === "ts" && runnable(fence));
  test.each(programs.map((fence) => [fence.code.split("\n")[0] ?? "", fence.code] as const))(
    "the program `%s …` runs",
    (_, code) => {
      const folder = mkdtempSync(join(root, ".readme-"));
      try {
        writeFileSync(join(folder, "program.ts"), code);
        const result = spawnSync(
          process.execPath,
          ["--conditions=@skillwright/source", join(folder, "program.ts")],
          { cwd: root, encoding: "utf8" },
        );
        expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 0, stderr: "" });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

test("the README shows the two commands that do everything, and npm knows them", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(readme).toContain("npm ci && npm start");
  expect(readme).toContain("npm ci && npm test");
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test", "check", "bench"]));
  for (const [, name = ""] of readme.matchAll(/npm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});
