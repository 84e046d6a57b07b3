import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { commands } from "../packages/cli/src/commands.ts";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

test("--version prints the version and nothing else", async () => {
  expect(await skillwright(["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
});

test("--help, help and no words at all show every command", async () => {
  for (const words of [["--help"], ["help"], []]) {
    const { code, stdout } = await skillwright(words);
    expect(code).toBe(0);
    for (const { name } of commands) expect(stdout).toContain(`  ${name} `);
  }
});

test.each(commands.map((command) => command.name))(
  "%s --help has usage, options and an example in 80 columns",
  async (name) => {
    const { code, stdout } = await skillwright([name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: skillwright ${name}`);
    expect(stdout).toMatch(/Examples?:\n {2}skillwright /);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

test.each(commands.map((command) => command.name))(
  "%s refuses an unknown flag with exit code 2",
  async (name) => {
    const { code, stdout, stderr } = await skillwrightHere([name, "--no-such-flag"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`Run \`skillwright ${name} --help\` for usage.`);
  },
);

test("a misspelled command gets a suggestion", async () => {
  expect(await skillwrightHere(["chekc", "x"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "skillwright: unknown command 'chekc'. Did you mean `skillwright check`?\n",
  });
});

test.each(["check", "validate", "lint", "scan", "show", "balance"])(
  "%s of a path that is not there is wrong usage",
  async (name) => {
    const { code, stderr } = await skillwrightHere([name, "no/such/path"]);
    expect(code).toBe(2);
    expect(stderr).toBe(`skillwright ${name}: No such file or directory: no/such/path\n`);
  },
);

test("an unknown profile or format is answered with the list", async () => {
  const profile = await skillwrightHere(["check", ".", "--profile", "cursor"]);
  expect(profile).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Available profiles: standard, skills-ref, strict"),
  });
  const format = await skillwrightHere(["check", ".", "--format", "xml"]);
  expect(format).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("text, json, sarif, github, junit"),
  });
});

test("a reader that stops early is not an error", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 800 }, (_, index) => [`s/x${index}/SKILL.md`, skillText("y")]),
  );
  const child = spawn(
    "sh",
    ["-c", `"${process.execPath}" "${root}packages/cli/bin/skillwright.mjs" check s | head -1; echo done`],
    { cwd: createFolder(files) },
  );
  let output = "";
  let errors = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    errors += text;
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(output.endsWith("done\n")).toBe(true);
  expect(errors).toBe("");
});
