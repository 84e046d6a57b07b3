import { readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards, skillText } from "./run-command.ts";

removeFoldersAfterwards();

const edited = skillText("pdf", "# Mine\n");

/** A project with two skills, both edited and with a file of the user. */
async function createMachine(): Promise<PackageMachine> {
  const machine = createPackageMachine({
    "source/pdf/SKILL.md": skillText("pdf", "# PDF\n"),
    "source/csv/SKILL.md": skillText("csv"),
  });
  expectSuccess(await machine.run(["add", "../source", "--all", "--yes"]));
  for (const name of ["pdf", "csv"]) {
    const folder = join(machine.folder, `repo/.agents/skills/${name}`);
    writeFileSync(`${folder}/SKILL.md`, name === "pdf" ? edited : skillText("csv", "# Mine\n"));
    writeFileSync(`${folder}/notes.md`, Buffer.from([0xff, 0x00, 0x0a]));
  }
  return machine;
}

test("verify names the command that restores a skill, which shows what is lost, and undo brings it back byte for byte", async () => {
  const machine = await createMachine();
  const verified = await machine.run(["verify", "pdf"]);
  expect(verified.code).toBe(1);
  expect(verified.stderr).toContain("run `skillwright add --skill pdf --force`");

  const shown = await machine.run(["add", "--skill", "pdf", "--force", "--dry-run"]);
  expectSuccess(shown);
  expect(shown.stdout).toContain("pdf  repair");
  expect(shown.stdout).toContain("~ SKILL.md (your edits are discarded)");
  expect(shown.stdout).toContain("- notes.md (yours, discarded)");
  expect(shown.stdout).toContain("-# Mine");
  expect(machine.read(".agents/skills/pdf/SKILL.md")).toBe(edited);

  const forced = await machine.run(["add", "--skill", "pdf", "--force", "--yes", "--json"]);
  expectSuccess(forced);
  expect(parseOutput("add", forced.stdout)).toMatchObject({
    applied: true,
    plan: [
      {
        action: "update",
        name: "pdf",
        files: [
          { path: "SKILL.md", change: "replace", discards: true },
          { path: "notes.md", change: "remove", discards: true },
        ],
      },
    ],
  });
  expectSuccess(await machine.run(["verify", "pdf"]));
  expect((await machine.run(["verify", "csv"])).code).toBe(1);

  expectSuccess(await machine.run(["undo"]));
  expect(machine.read(".agents/skills/pdf/SKILL.md")).toBe(edited);
  expect(readFileSync(join(machine.folder, "repo/.agents/skills/pdf/notes.md"))).toEqual(
    Buffer.from([0xff, 0x00, 0x0a]),
  );
});

test("update --force takes the new release instead of a merge, for the named skills only", async () => {
  const machine = await createMachine();
  const next = skillText("pdf", "# PDF 2\n");
  writeFileSync(join(machine.folder, "source/pdf/SKILL.md"), next);
  expectSuccess(await machine.run(["update", "pdf", "--force", "--yes"]));
  expect(machine.read(".agents/skills/pdf/SKILL.md")).toBe(next);
  expect(machine.read(".agents/skills/csv/SKILL.md")).toContain("# Mine");
  expectSuccess(await machine.run(["update", "--force", "--yes"]));
  await expectVerified(machine, ["csv", "pdf"]);
});

test("--force does not override a policy", async () => {
  const machine = await createMachine();
  const policy = { version: 1, install: { minimumReleaseAgeHours: 0, blockedSources: ["../source"] } };
  writeFileSync(join(machine.folder, "data/policy.json"), JSON.stringify(policy));
  for (const words of [
    ["add", "--force"],
    ["update", "--force"],
    ["add", "../source", "--all", "--force"],
  ]) {
    const { code, stderr } = await machine.run([...words, "--yes"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("may not be installed")]);
  }
  expect(machine.read(".agents/skills/pdf/SKILL.md")).toBe(edited);
});

test("a folder that was not installed by Skillwright is replaced only with --force", async () => {
  const machine = createPackageMachine({
    "source/pdf/SKILL.md": skillText("pdf", "# PDF\n"),
    "repo/.agents/skills/pdf/SKILL.md": edited,
  });
  expectSuccess(await machine.run(["add", "../source", "--force", "--yes"]));
  await expectVerified(machine, ["pdf"]);
  expectSuccess(await machine.run(["undo"]));
  expect(machine.read(".agents/skills/pdf/SKILL.md")).toBe(edited);
});

test("a foreign folder in an agent's own folder stays, and --force replaces it by a link that undo takes back", async () => {
  const machine = createPackageMachine({
    "source/pdf/SKILL.md": skillText("pdf", "# PDF\n"),
    "repo/.claude/skills/pdf/SKILL.md": edited,
    "repo/.claude/skills/pdf/notes.md": "my notes\n",
  });
  const kept = await machine.run(["add", "../source", "--yes"]);
  expectSuccess(kept);
  expect(kept.stderr).toContain("use --force to replace it");
  expect(machine.read(".claude/skills/pdf/SKILL.md")).toBe(edited);

  const shown = await machine.run(["add", "../source", "--force", "--dry-run"]);
  expect(shown.stdout.replace(/\s+/g, " ")).toContain(
    "discards all of .claude/skills/pdf, which is not from Skillwright: SKILL.md, notes.md",
  );
  const forced = await machine.run(["add", "../source", "--force", "--yes", "--json"]);
  expectSuccess(forced);
  expect(parseOutput("add", forced.stdout)).toMatchObject({
    plan: [{ targets: [{}, { kind: "link", change: "update", discards: ["SKILL.md", "notes.md"] }] }],
  });
  expect(readlinkSync(join(machine.folder, "repo/.claude/skills/pdf"))).toBe("../../.agents/skills/pdf");
  await expectVerified(machine, ["pdf"]);

  expectSuccess(await machine.run(["undo"]));
  expect(machine.read(".claude/skills/pdf/SKILL.md")).toBe(edited);
  expect(machine.read(".claude/skills/pdf/notes.md")).toBe("my notes\n");
});

test("a link of an agent that leads elsewhere is repaired by the command that verify names", async () => {
  const machine = createPackageMachine({
    "source/pdf/SKILL.md": skillText("pdf", "# PDF\n"),
    "repo/mine/SKILL.md": edited,
  });
  expectSuccess(await machine.run(["add", "../source", "--yes"]));
  const link = join(machine.folder, "repo/.claude/skills/pdf");
  rmSync(link);
  symlinkSync("../../mine", link);
  expect((await machine.run(["verify"])).stderr).toContain("skillwright add --skill pdf --force");
  expectSuccess(await machine.run(["add", "--skill", "pdf", "--force", "--yes"]));
  await expectVerified(machine, ["pdf"]);
  expectSuccess(await machine.run(["undo"]));
  expect(readlinkSync(link)).toBe("../../mine");
});
