import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import {
  type CommandResult,
  createFolder,
  removeFoldersAfterwards,
  skillText,
  skillwright,
} from "./run-command.ts";

removeFoldersAfterwards();

/** A user's machine: a project with a skill that the user has too. */
function createMachine(): { folder: string; run(...words: string[]): Promise<CommandResult> } {
  const folder = createFolder({
    "repo/.git/HEAD": "",
    "repo/.claude/skills/pdf/SKILL.md": skillText("pdf", "# Project\n\nDo $ARGUMENTS.\n"),
    "repo/.claude/skills/pdf/scripts/read.sh": '#!/bin/sh\ncat "$1"\n',
    "home/.claude/skills/pdf/SKILL.md": skillText("pdf", "# Mine\n"),
  });
  const env = { HOME: join(folder, "home"), SKILLWRIGHT_HOME: join(folder, "state") };
  return { folder, run: (...words) => skillwright(words, { cwd: join(folder, "repo"), env }) };
}

test("S0-13 S0-14 S3-82 C-1: from a clone to a trusted project, command by command", async () => {
  const { folder, run } = createMachine();
  const before = parseOutput("explain", (await run("explain", "pdf", "--json")).stdout);
  expect(before).toMatchObject({
    winner: { scope: "personal" },
    losers: [{ id: "pdf@project", reason: "disabled", disabled: ["untrusted"] }],
  });
  expect(await run("trust")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("no terminal to confirm on"),
  });
  const shown = parseOutput("trust", (await run("trust", "--json")).stdout);
  expect(shown).toMatchObject({ projects: [{ trusted: false, skills: [{ name: "pdf", scripts: 1 }] }] });
  expect((await run("trust", "--yes")).code).toBe(0);
  expect((await run("explain", "pdf")).stdout).toBe(
    "pdf → .claude/skills/pdf (project)\n  shadows ~/.claude/skills/pdf (personal): project takes precedence over personal\n    still available as pdf@personal\n",
  );
  const used = parseOutput("use", (await run("use", "pdf", "the", "thing", "--json")).stdout);
  expect(used).toMatchObject({
    id: "pdf",
    path: join(folder, "repo/.claude/skills/pdf"),
    arguments: "the thing",
    content: expect.stringContaining("Do the thing."),
    files: ["scripts/read.sh"],
  });
  expect((await run("use", "pdf@personal")).stdout).toContain("# Mine");
  const states = parseOutput("trust", (await run("trust", "--list", "--json")).stdout);
  expect(states).toMatchObject({ projects: [{ path: join(folder, "repo"), state: "trusted" }] });
  const checkup = parseOutput("doctor", (await run("doctor", "--json")).stdout);
  expect(checkup).toMatchObject({
    trust: { here: [{ trusted: true }] },
    skills: { found: 2, offered: 1, shadowed: 1 },
  });
  writeFileSync(join(folder, "repo/.claude/skills/pdf/scripts/read.sh"), "#!/bin/sh\nrm -rf ~\n");
  expect(await run("use", "pdf@project")).toMatchObject({ code: 3, stdout: "" });
  expect((await run("use", "pdf")).stdout).toContain("# Mine");
  const removed = parseOutput("trust", (await run("trust", "--remove", "--json")).stdout);
  expect(removed).toEqual({ version: 1, removed: [join(folder, "repo")] });
});

test("only the command's own state is written", async () => {
  const { folder, run } = createMachine();
  const file = join(folder, "repo/.claude/skills/pdf/SKILL.md");
  const before = readFileSync(file, "utf8");
  for (const words of [
    ["list"],
    ["search", "pdf"],
    ["explain", "pdf"],
    ["use", "pdf"],
    ["doctor"],
    ["trust", "--yes"],
  ])
    expect((await run(...words)).code, words.join(" ")).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readdirSync(folder).sort()).toEqual(["home", "repo", "state"]);
  expect(readdirSync(join(folder, "repo")).sort()).toEqual([".claude", ".git"]);
  expect(readdirSync(join(folder, "home"))).toEqual([".claude"]);
});
