import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installPackages } from "../packages/cli/src/packages/test-packages.ts";
import { parseOutput } from "./command-schema.ts";
import { type CommandResult, createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

function run(folder: string, words: readonly string[]): Promise<CommandResult> {
  const env = { HOME: join(folder, "home"), SKILLWRIGHT_HOME: join(folder, "state") };
  return skillwrightHere(words, { cwd: join(folder, "project"), env });
}

function createProject(): string {
  const folder = createFolder({ "project/.git/HEAD": "" });
  const project = { root: join(folder, "project"), cacheFolder: join(folder, "state/cache") };
  installPackages(project, { pdf: { files: { "SKILL.md": skillText("pdf"), "notes.md": "# Notes\n" } } });
  return folder;
}

test("verify --json keeps its contract: ok, then modified with exit code 1", async () => {
  const folder = createProject();
  const before = await run(folder, ["verify", "--json"]);
  expect({ ...before, stdout: parseOutput("verify", before.stdout) }).toEqual({
    code: 0,
    stdout: { version: 1, skills: [{ name: "pdf", status: "ok", files: [] }] },
    stderr: "",
  });
  const path = join(folder, "project/.agents/skills/pdf/notes.md");
  writeFileSync(path, "# Other notes\n");
  const after = await run(folder, ["verify", "--json"]);
  expect({ ...after, stdout: parseOutput("verify", after.stdout) }).toEqual({
    code: 1,
    stdout: {
      version: 1,
      skills: [{ name: "pdf", status: "modified", files: [{ path, status: "modified" }] }],
    },
    stderr: "",
  });
});

test("undo and why keep their contracts", async () => {
  const folder = createProject();
  const why = await run(folder, ["why", "pdf", "--json"]);
  expect({ code: why.code, report: parseOutput("why", why.stdout) }).toMatchObject({
    code: 1,
    report: { name: "pdf", reasons: [], unread: [] },
  });
  const undone = await run(folder, ["undo", "--json"]);
  const root = join(folder, "project");
  expect({ ...undone, stdout: parseOutput("undo", undone.stdout) }).toEqual({
    code: 0,
    stdout: {
      version: 1,
      applied: true,
      paths: [".agents/skills/pdf", ".claude/skills/pdf", "skillwright.lock"].map((path) => join(root, path)),
    },
    stderr: "",
  });
  expect(await run(folder, ["verify"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no lock at"),
  });
});

test("export prints a skills-lock.json with the hash of npx skills", async () => {
  const folder = createProject();
  const { code, stdout, stderr } = await run(folder, ["export"]);
  const computedHash = createHash("sha256")
    .update(`notes.md# Notes\nSKILL.md${skillText("pdf")}`)
    .digest("hex");
  expect({ code, stderr, lock: JSON.parse(stdout) }).toEqual({
    code: 0,
    stderr: "",
    lock: { version: 1, skills: { pdf: { source: "./source", sourceType: "local", computedHash } } },
  });
});
