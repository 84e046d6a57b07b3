import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keys, openTerminal } from "./open-terminal.ts";
import { createPackageMachine, expectSuccess, type PackageMachine } from "./package-machine.ts";
import { removeFoldersAfterwards, skillText } from "./run-command.ts";

removeFoldersAfterwards();

const pdf = ".agents/skills/pdf/SKILL.md";

async function createMachine(): Promise<PackageMachine> {
  const machine = createPackageMachine({
    "source/pdf/SKILL.md": skillText("pdf"),
    "other/pdf/SKILL.md": skillText("pdf", "# PDF\n\nRead the other file.\n"),
  });
  expectSuccess(await machine.run(["add", "../source", "--yes"]));
  return machine;
}

/** What a command says on standard error, as one line. */
async function said(machine: PackageMachine, ...words: readonly string[]): Promise<string> {
  const { stderr } = await machine.run(words);
  return stderr.trim().replaceAll("\n", " ");
}

test("what there is to do is said before what a dry run does not do", async () => {
  const machine = await createMachine();
  expect(await said(machine, "update", "--dry-run")).toBe("Nothing to do: 1 skill up to date.");
  expect(await said(machine, "add", "../source", "--dry-run")).toBe("Nothing to do: everything is there.");
});

test("a skill that only gets wanted, and one that is restored, are called that", async () => {
  const machine = await createMachine();
  rmSync(join(machine.folder, "repo/skillwright.json"));
  expect(await said(machine, "add", "../source", "--yes")).toBe("✓ Changed skillwright.json.");
  appendFileSync(join(machine.folder, "repo", pdf), "\nMine.\n");
  expect(await said(machine, "add", "--skill", "pdf", "--force", "--yes")).toBe("✓ Repaired pdf.");
});

test("a removal that leaves an edited SKILL.md says that agents still find the skill", async () => {
  const machine = await createMachine();
  appendFileSync(join(machine.folder, "repo", pdf), "\nMine.\n");
  expect(await said(machine, "remove", "pdf", "--yes")).toContain(
    "SKILL.md is one of them, so agents still find the skill: delete the folder to end that.",
  );
  expect(existsSync(join(machine.folder, "repo", pdf))).toBe(true);
});

test("an alias does not change the name that agents show", async () => {
  const machine = await createMachine();
  expect(await said(machine, "add", "../other", "--as", "pdf-other", "--yes")).toContain(
    "For agents, pdf-other is still called pdf, the name in its SKILL.md, as another installed skill is",
  );
});

test("a version after @ in a git URL is explained", async () => {
  const machine = createPackageMachine();
  expect(await said(machine, "add", `file://${machine.folder}/none@v1.0.0`)).toContain(
    "there is no such repository; a branch, tag or range of a git URL follows a #, as in URL#v1.0.0.",
  );
  expect(await said(machine, "add", `file://${machine.folder}/none`)).not.toContain("#v1");
});

test("files that cannot be read say what to do", async () => {
  const machine = await createMachine();
  const write = (name: string, text: string): void => writeFileSync(join(machine.folder, "repo", name), text);
  write("skillwright.json", '{\n<<<<<<< HEAD\n"skills":{}\n=======\n"skills":{}\n>>>>>>> b\n}');
  expect(await said(machine, "update")).toContain("line 2: git left conflict markers");
  write("skillwright.json", '{"skills":{"pdf":"../source"}}');
  write("skillwright.lock", "{");
  expect(await said(machine, "verify")).toContain("restore the file, or delete it and run `skillwright add`");
  rmSync(join(machine.folder, "repo/skillwright.lock"));
  expect(await said(machine, "add", "--frozen")).toContain("run `skillwright add` once without --frozen");
  mkdirSync(join(machine.folder, "repo/skillwright.lock"));
  for (const words of [["verify"], ["update"], ["add", "../source"]])
    expect(await said(machine, ...words)).toContain(
      "skillwright.lock cannot be read: it is not a regular file",
    );
});

test("pack tells a file, a folder of skills and a skill apart", async () => {
  const machine = await createMachine();
  expect(await said(machine, "pack", pdf.replace("SKILL.md", "none"))).toContain("No such file or directory");
  expect(await said(machine, "pack", "skillwright.lock")).toContain("is not a skill");
  expect(await said(machine, "pack", ".agents")).toContain(
    "it has no SKILL.md; name the folder of one skill",
  );
});

test("words that no command has are called what they are", async () => {
  const machine = createPackageMachine();
  expect(await said(machine, "--versoin")).toContain("unknown option '--versoin'");
  expect(await said(machine, "login", "--remove")).toContain("--remove requires the URL");
  expect(await said(machine, "use", "nope")).toContain("or name a skill by its path");
});

const hasTerminal = process.platform === "linux";

test.skipIf(!hasTerminal)("a token is not shown while it is typed, and Ctrl-C stores nothing", async () => {
  const machine = createPackageMachine();
  const env = { HOME: join(machine.folder, "home"), SKILLWRIGHT_HOME: join(machine.folder, "data") };
  const words = ["login", "https://npm.example.com/team"];
  const canceled = openTerminal(words, { cwd: join(machine.folder, "repo"), env });
  await canceled.sees("Token (not shown while you type):");
  canceled.press(keys.interrupt);
  expect(await canceled.ended).toBe(2);
  await canceled.sees("no token was entered, so nothing was changed.");
  const terminal = openTerminal(words, { cwd: join(machine.folder, "repo"), env });
  await terminal.sees("Token (not shown while you type):");
  terminal.press(`s3cr3t${keys.enter}`);
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).not.toContain("s3cr3t");
  expect(execFileSync("grep", ["-c", "s3cr3t", join(machine.folder, "data/logins.json")]).toString()).toBe(
    "1\n",
  );
});
