import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const examples = join(root, "examples/skills");
const hasSandbox = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].some((path) => existsSync(path));
/** In a sandbox if this machine has one, as CI does. */
const sandbox = hasSandbox ? [] : ["--no-sandbox"];

/** Forty programs in sequence, on machines that are busy with other tests. */
const slow = 300_000;

function caseText(name: string, command: string, expected = "{}"): string {
  return `name: ${name}\ninput: {command: ${JSON.stringify(command)}}\nexpected: ${expected}\n`;
}

/** A copy of the example skills that a test may break. */
function copyExamples(): string {
  const folder = createFolder();
  cpSync(examples, join(folder, "skills"), { recursive: true });
  return folder;
}

test(
  "S0-19 S0-30: the example skills pass their tests without a model, a key or a word",
  async () => {
    const { code, stdout } = await skillwright(["test", ...sandbox, "--json"], { cwd: examples });
    const report = parseOutput("test", stdout);
    expect({ code, summary: report.summary }).toEqual({
      code: 0,
      summary: { passed: expect.any(Number), failed: 0, skipped: 0 },
    });
  },
  slow,
);

test("S0-31 S0-32: a skill and a case are chosen by name and file stem", async () => {
  const words = ["test", "csv-check", "--case", "01-clean", ...sandbox, "--json"];
  const { code, stdout } = await skillwright(words, { cwd: examples });
  expect({ code, report: parseOutput("test", stdout) }).toMatchObject({
    code: 0,
    report: {
      version: 1,
      summary: { passed: 1, failed: 0, skipped: 0 },
      cases: [
        { skill: "csv-check", case: "01-clean", name: "clean-file-passes", status: "passed", failures: [] },
      ],
    },
  });
});

test("a small mistake in a script is caught, with expected and actual output", async () => {
  const cwd = copyExamples();
  const script = join(cwd, "skills/csv-check/scripts/check_csv.py");
  const text = readFileSync(script, "utf8");
  const broken = text.replace("DRIFT_SHARE = 0.9", "DRIFT_SHARE = 0.99");
  expect(broken).not.toBe(text);
  writeFileSync(script, broken);
  const { code, stdout } = await skillwright(["test", "csv-check", ...sandbox], { cwd });
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ 02-dirty +every-kind-of-problem/);
  expect(stdout).toContain("✓ 01-clean");
  expect(stdout).toMatch(/differs at \$\.counts.*\n +expected {2}1\n +actual/);
});

test(
  "scripts that do nothing any more are caught in every example skill",
  async () => {
    const cwd = copyExamples();
    for (const skill of readdirSync(join(cwd, "skills"))) {
      const scripts = join(cwd, "skills", skill, "scripts");
      for (const name of readdirSync(scripts))
        writeFileSync(join(scripts, name), name.endsWith(".py") ? "pass\n" : "exit 0\n");
    }
    const { code, stdout } = await skillwright(["test", ...sandbox, "--format", "github"], { cwd });
    expect(code).toBe(1);
    for (const skill of readdirSync(join(cwd, "skills")))
      expect(stdout).toContain(`::error file=skills/${skill}/tests/cases/`);
  },
  slow,
);

test("cases that hang, fork or flood are stopped and reported, and the others go on", async () => {
  const cwd = createFolder({
    "bad/SKILL.md": skillText("bad"),
    "bad/tests/test-config.json": '{"version": 1, "timeout": 2}',
    "bad/tests/cases/1-hang.yaml": caseText("hangs", "sleep 1000"),
    "bad/tests/cases/2-fork.yaml": caseText("forks", "for i in 1 2 3; do sleep 1000 & done; sleep 1000"),
    "bad/tests/cases/3-flood.yaml": caseText("floods", "yes"),
    "bad/tests/cases/4-good.yaml": caseText("good", "echo fine", '{stdout-matches: ["^f.ne$"]}'),
  });
  const { code, stdout } = await skillwright(["test", ...sandbox, "--json"], { cwd });
  expect({ code, report: parseOutput("test", stdout) }).toMatchObject({
    code: 1,
    report: {
      cases: [
        { status: "failed", failures: [{ kind: "stopped", actual: "timed-out" }] },
        { status: "failed", failures: [{ kind: "stopped", actual: "timed-out" }] },
        { status: "failed", failures: [{ kind: "truncated" }] },
        { status: "passed" },
      ],
    },
  });
});

test.each([
  ["tests/test-config.json", '{"version": 3}', "tests/test-config.json:1:13"],
  ["tests/cases/a.yaml", "name: a\ninput:\n  comand: x\n", "tests/cases/a.yaml:3:3"],
  ["tests/cases/a.yaml", "name: a\n  input: [\n", "tests/cases/a.yaml:1:7"],
  ["tests/cases/a.yaml", "name: a\ninput: {command: x, files: [gone.txt]}\n", "tests/cases/a.yaml:2:29"],
])(
  "what is wrong with %s (%j) is a finding with its place, never a stack trace",
  async (file, text, place) => {
    const cwd = createFolder({
      "s/SKILL.md": skillText("s"),
      "s/tests/cases/a.yaml": caseText("a", "true"),
      [`s/${file}`]: text,
    });
    const { code, stdout, stderr } = await skillwright(["test", ...sandbox], { cwd });
    expect({ code, stderr: stderr.replace(/^note: .*\n/gm, "") }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(`s/${place}`);
    expect(stdout).not.toMatch(/^\s+at /m);
  },
);

test("--watch ends with Ctrl-C, after a complete round", async () => {
  const cwd = createFolder({
    "s/SKILL.md": skillText("s"),
    "s/tests/cases/a.yaml": caseText("a", "true"),
  });
  const bin = `${root}packages/cli/bin/skillwright.mjs`;
  const child = spawn(process.execPath, [bin, "test", ...sandbox, "--watch"], { cwd });
  let output = "";
  const keep = (text: string): void => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  await expect.poll(() => output, { timeout: 60_000 }).toContain("Waiting for changes");
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, signal: null });
  expect(output).toContain("✓ 1 case of 1 skill: 1 passed");
});
