import { expect, test } from "vitest";
import type { TestCase, TestInput } from "./case.ts";
import { findUncovered } from "./find-uncovered.ts";

const caseOf = (input: TestInput): TestCase => ({
  name: "a",
  input,
  expected: {
    stdoutContains: [],
    stderrContains: [],
    notContains: [],
    stdoutMatches: [],
    stderrMatches: [],
    filesCreated: [],
    snapshot: false,
  },
});
const command = (text: string, more: { stdin?: string; files?: readonly string[] } = {}): TestCase =>
  caseOf({ kind: "command", command: text, files: [], ...more });

/** Whether a case with this command touches a script. */
const touches = (text: string, path: string): boolean =>
  findUncovered({ scripts: [path], references: [], cases: [command(text)] }).scripts.length === 0;

test("scripts and references that no case mentions are listed in order", () => {
  const cases = [
    command("python3 scripts/check.py < tests/fixtures/a.csv"),
    command("sh scripts/report.sh", { stdin: "see references/rules.md\n", files: ["references/table.csv"] }),
  ];
  expect(
    findUncovered({
      scripts: ["scripts/unused.py", "scripts/check.py", "scripts/report.sh", "scripts/lib/helper.py"],
      references: ["references/rules.md", "references/table.csv", "references/other.md"],
      cases,
    }),
  ).toEqual({
    scripts: ["scripts/unused.py", "scripts/lib/helper.py"],
    references: ["references/other.md"],
  });
});

test("without cases no file is covered", () => {
  expect(findUncovered({ scripts: ["scripts/a.py"], references: [], cases: [] })).toEqual({
    scripts: ["scripts/a.py"],
    references: [],
  });
});

test.each([
  "python3 scripts/a.py",
  "./scripts/a.py --flag",
  "cd scripts && python3 a.py",
  "cd scripts; ./a.py",
  'PATH="$PWD/bin:$PATH" sh -c "scripts/a.py"',
  "cat input|scripts/a.py>out",
  "run --script=scripts/a.py",
  "$PWD/scripts/a.py",
  "../my-skill/scripts/a.py",
  "echo `scripts/a.py`",
  "see scripts/a.py.",
])("%s touches scripts/a.py", (text) => {
  expect(touches(text, "scripts/a.py")).toBe(true);
});

test.each([
  "python3 scripts/b.py",
  "python3 scripts/aa.py",
  "python3 scripts/a.pyc",
  "python3 scripts/a.py.bak",
  "python3 tests/a.py",
  "python3 scripts/lib/a.py",
  "python3 scripts/A.py",
  "scripts/",
])("%s does not touch scripts/a.py", (text) => {
  expect(touches(text, "scripts/a.py")).toBe(false);
});

test("a file name with spaces or symbols is covered when all its words are mentioned", () => {
  expect(touches("python3 'scripts/my check (1).py'", "scripts/my check (1).py")).toBe(true);
  expect(touches("python3 scripts/check.py", "scripts/my check (1).py")).toBe(false);
  expect(touches("python3 scripts/prüfe_データ.py", "scripts/prüfe_データ.py")).toBe(true);
});

test("a case for hooks covers what its skill runs on the event, and what the event mentions", () => {
  const hook = caseOf({
    kind: "hook",
    hook: { event: "pre-tool-use", tool: "Read", input: { path: "references/rules.md" } },
    files: ["references/fixture.md"],
  });
  expect(
    findUncovered({
      scripts: ["scripts/guard.sh", "scripts/end.sh"],
      references: ["references/rules.md", "references/fixture.md", "references/other.md"],
      cases: [hook],
      hooks: [
        { event: "pre-tool-use", command: '"$SKILL_DIR"/scripts/guard.sh' },
        { event: "stop", command: "scripts/end.sh" },
      ],
    }),
  ).toEqual({ scripts: ["scripts/end.sh"], references: ["references/other.md"] });
});

test("a prompt and a response are read too", () => {
  const scripts = ["scripts/a.py", "scripts/b.py"];
  const cases = [
    caseOf({ kind: "hook", hook: { event: "pre-prompt", prompt: "run scripts/a.py" }, files: [] }),
    caseOf({
      kind: "hook",
      hook: { event: "post-tool-use", tool: "Bash", response: ["ran scripts/b.py"] },
      files: [],
    }),
  ];
  expect(findUncovered({ scripts, references: [], cases }).scripts).toEqual([]);
});

test("endless words cost no more than their length", () => {
  const cases = [
    command("x", { stdin: `${".".repeat(200_000)}a ${"./".repeat(100_000)} ${"/".repeat(100_000)}` }),
  ];
  expect(findUncovered({ scripts: ["scripts/a.py"], references: [], cases }).scripts).toHaveLength(1);
});
