import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestRepository, serveGit } from "../packages/packaging/src/sources/test-git.ts";
import { parseOutput } from "./command-schema.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards, skillText } from "./run-command.ts";

removeFoldersAfterwards();

const skills = {
  "source/skills/pdf/SKILL.md": skillText("pdf", "# PDF\n"),
  "source/skills/pdf/scripts/run.sh": "#!/bin/sh\necho hello\n",
  "source/skills/csv/SKILL.md": skillText("csv"),
};

/** A project as `npx skills` leaves it: the stored copies, links for Claude Code, and a lock with a local and a git source. */
function createMachine(): PackageMachine {
  const machine = createPackageMachine(skills);
  const { folder } = machine;
  const git = (...words: readonly string[]): void => {
    const who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];
    execFileSync("git", [...who, ...words], { cwd: join(folder, "source"), stdio: "pipe" });
  };
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "First");
  mkdirSync(join(folder, "repo/.claude/skills"), { recursive: true });
  for (const name of ["pdf", "csv"]) {
    cpSync(join(folder, `source/skills/${name}`), join(folder, `repo/.agents/skills/${name}`), {
      recursive: true,
    });
    symlinkSync(`../../.agents/skills/${name}`, join(folder, `repo/.claude/skills/${name}`));
  }
  const lock = {
    version: 1,
    skills: {
      csv: { source: "../source", sourceType: "local", computedHash: "0".repeat(64) },
      pdf: {
        source: `file://${folder}/source`,
        ref: "main",
        sourceType: "git",
        skillPath: "skills/pdf/SKILL.md",
        computedHash: "0".repeat(64),
      },
    },
  };
  writeFileSync(join(folder, "repo/skills-lock.json"), JSON.stringify(lock, null, 2));
  return machine;
}

test("S3-55: add without a source names the lock of another installer, and add of that file takes over what is there", async () => {
  const machine = createMachine();
  const hint = await machine.run(["add"]);
  expect(hint.code).toBe(2);
  expect(hint.stderr).toContain("there is no skillwright.json, but ./skills-lock.json of another installer");
  expect(hint.stderr).toContain("Run `skillwright add ./skills-lock.json`");

  const added = await machine.run(["add", "skills-lock.json", "--yes", "--json"]);
  expectSuccess(added);
  const report = parseOutput("add", added.stdout);
  const kept = [
    expect.objectContaining({ change: "keep" }),
    expect.objectContaining({ kind: "link", change: "keep" }),
  ];
  expect(report).toMatchObject({
    applied: true,
    plan: ["csv", "pdf"].map((name) => ({ action: "install", name, files: [], targets: kept })),
  });
  expect(report.warnings).toEqual([
    "Not imported: the hashes: they cannot be computed from the installed files.",
    "skills-lock.json stays as it is; skillwright.json and skillwright.lock replace it.",
  ]);
  expect(JSON.parse(machine.read("skillwright.json")).skills).toEqual({
    csv: "../source",
    pdf: `file://${machine.folder}/source#main:skills/pdf`,
  });
  await expectVerified(machine, ["csv", "pdf"]);
  const idle = await machine.run(["add", "--frozen", "--yes"]);
  expect([idle.code, idle.stderr]).toEqual([0, "Nothing to do: everything is there.\n"]);
});

test("an import keeps what was edited, leaves out what cannot be fetched, and never replaces what the project has", async () => {
  const machine = createMachine();
  const file = join(machine.folder, "repo/skills-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  lock.skills.gone = { source: "../nowhere", sourceType: "local" };
  lock.skills.odd = { sourceType: "local" };
  writeFileSync(file, JSON.stringify(lock));
  writeFileSync(join(machine.folder, "repo/.agents/skills/pdf/SKILL.md"), skillText("pdf", "# Mine\n"));
  const { code, stderr, stdout } = await machine.run(["add", "./skills-lock.json", "--yes"]);
  expect(code, stderr + stdout).toBe(0);
  expect(stderr).toContain("gone was not imported: ");
  expect(stderr).toContain("Not imported: odd has no source that can be fetched.");
  expect(stderr).toContain(".agents/skills/pdf exists and was not installed by Skillwright.");
  expect(machine.read(".agents/skills/pdf/SKILL.md")).toContain("# Mine");
  const again = await machine.run(["add", "./skills-lock.json", "--skill", "csv", "--yes"]);
  expect(again.stderr).toContain("csv was not imported: this project has a skill of that name already.");
});

test("a path in another tool's file never becomes the repository of a stranger", async () => {
  const machine = createMachine();
  const lock = { version: 1, skills: { csv: { source: "team/skills", sourceType: "local" } } };
  writeFileSync(join(machine.folder, "repo/skills-lock.json"), JSON.stringify(lock));
  const { code, stderr } = await machine.run(["add", "skills-lock.json", "--yes"], {
    GIT_ALLOW_PROTOCOL: "none",
  });
  expect(code).not.toBe(0);
  expect(stderr).toContain("/repo/team/skills");
  expect(stderr).not.toContain("github");
});

test.each([
  [["add", "skills.json"], "there is no skills.json in this folder"],
  [["add", "skills-lock.json", "--skill", "xls"], "lists csv, pdf"],
  [["add", "skills-lock.json", "--as", "other"], "--as is for one skill"],
])("%j is wrong usage", async (words, message) => {
  const { code, stderr } = await createMachine().run([...words, "--yes"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a repository is asked once, however many of its skills a file lists", async () => {
  const names = ["one", "two", "three", "four"];
  const repository = createTestRepository();
  repository.commit(Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillText(name)])));
  const { url, requests } = await serveGit(repository.folder);
  const listed = (some: readonly string[]) =>
    some.map((name) => {
      const entry = { source: `git+${url}/.git`, sourceType: "git", skillPath: `skills/${name}/SKILL.md` };
      return [name, { ...entry, computedHash: "0".repeat(64) }];
    });
  /** Connections to the server, without those that get the files of each skill. */
  const count = async (some: readonly string[]): Promise<number> => {
    const lock = { version: 1, skills: Object.fromEntries(listed(some)) };
    const machine = createPackageMachine({ "repo/skills-lock.json": JSON.stringify(lock) });
    requests.length = 0;
    expectSuccess(await machine.run(["add", "skills-lock.json", "--yes"]));
    await expectVerified(machine, some.toSorted());
    return requests.filter(({ path }) => path.endsWith("/info/refs")).length - some.length;
  };
  expect(await count(names)).toBe(await count(["one"]));
});
