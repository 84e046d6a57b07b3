import { expect, test } from "vitest";
import { textWidth } from "../../terminal/text-width.ts";
import { caseRow, failedRow, hostile, plainLook, problemAt, reportOf } from "./test-report.ts";
import { toSuiteText } from "./text.ts";

test("cases are listed below their skill with mark, file, name and time, and a line sums up", () => {
  const report = reportOf([
    caseRow("01-basic"),
    caseRow("02-long-one", { durationMs: 1500, flaky: true, attempts: 2 }),
    caseRow("03", { status: "skipped", attempts: 0, durationMs: 0 }),
  ]);
  expect(toSuiteText(report, plainLook)).toBe(
    [
      "pdf  skills/pdf",
      "  ✓ 01-basic     01-basic-name       12 ms",
      "  ✓ 02-long-one  02-long-one-name    1.5 s  passed on attempt 2",
      "  ○ 03           03-name           skipped",
      "",
      "✗ 3 cases of 1 skill: 2 passed, 1 skipped in 1.2 s",
      "",
    ].join("\n"),
  );
});

test("a failure is a sentence, then expected against actual", () => {
  const output = "one\ntwo\n";
  const report = reportOf([
    failedRow(
      "01",
      { kind: "exit-code", expected: 0, actual: 3, output },
      { kind: "stdout-contains", expected: "three", actual: output },
      { kind: "stdout-contains", expected: "four", actual: output },
      { kind: "not-contains", expected: "two", actual: output, stream: "stdout" },
      { kind: "files-created", expected: "out.csv", actual: [] },
    ),
    caseRow("02"),
  ]);
  expect(toSuiteText(report, plainLook)).toBe(
    [
      "pdf  skills/pdf",
      "  ✗ 01  01-name    12 ms",
      "      The exit code differs.",
      "        expected  0",
      "        actual    3",
      "        output    │ one",
      "                  │ two",
      "      Standard output does not contain the text.",
      "        expected  three",
      "        expected  four",
      "        actual    (as above)",
      "      Standard output contains unwanted text.",
      "        unwanted  two",
      "        actual    (as above)",
      "      A file was not created.",
      "        expected  out.csv",
      "        made      (nothing)",
      "",
      "  ✓ 02  02-name    12 ms",
      "",
      "✗ 2 cases of 1 skill: 1 failed, 1 passed in 1.2 s",
      "",
    ].join("\n"),
  );
});

test("long output is shown with its start and end, and a command's last output with its end", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");
  const text = toSuiteText(
    reportOf([
      failedRow(
        "01",
        { kind: "stopped", expected: "exited", actual: "timed-out", output: lines },
        { kind: "stderr-contains", expected: "x", actual: `${lines}\nend` },
      ),
    ]),
    plainLook,
  );
  expect(text).toContain("        output    ┊ … 28 more lines\n                  │ line 29\n");
  expect(text).toContain("│ line 6\n                  ┊ … 29 more lines\n                  │ line 36\n");
  expect(text.split("\n").length).toBeLessThan(40);
});

test("problems of files are reported with a clickable position, once for all cases", () => {
  const shared = problemAt(1, 12, "version: expected 1, found 2.");
  const own = problemAt(3, 1, "expected.stdout-contians: unknown key. Did you mean stdout-contains?");
  const faulty = { status: "failed", attempts: 0, durationMs: 0 } as const;
  const report = reportOf([
    caseRow("a", { ...faulty, name: "a", problems: [shared, own] }),
    caseRow("b", { ...faulty, name: "b", problems: [shared] }),
  ]);
  expect(toSuiteText(report, plainLook)).toBe(
    [
      "pdf  skills/pdf",
      "  ✗ a     not run",
      "      skills/pdf/tests/cases/bad.yaml:1:12",
      "        version: expected 1, found 2.",
      "      skills/pdf/tests/cases/bad.yaml:3:1",
      "        expected.stdout-contians: unknown key. Did you mean stdout-contains?",
      "",
      "  ✗ b     not run",
      "      as above: tests/cases/bad.yaml:1:12",
      "",
      "✗ 2 cases of 1 skill: 2 failed in 1.2 s",
      "",
    ].join("\n"),
  );
});

test("a snapshot shows the lines that differ", () => {
  const report = reportOf([
    failedRow("01", { kind: "snapshot", expected: "as kept", actual: ["- one", "+ two"] }),
  ]);
  expect(toSuiteText(report, plainLook)).toContain("        changed   │ - one\n                  │ + two\n");
});

test("skills without tests and files that no case touches are mentioned below the summary", () => {
  const untouched = { scripts: ["scripts/a.py"], references: ["references/b.md"] };
  const report = { ...reportOf([caseRow("01")], { untouched }), untested: ["csv", "x\u001b[2J"] };
  expect(toSuiteText(report, plainLook)).toContain(
    [
      "✓ 1 case of 1 skill: 1 passed in 1.2 s",
      "  No tests: csv, x\\u{1b}[2J.",
      "  No case touches 2 files of scripts/ and references/; --coverage lists them.",
      "",
    ].join("\n"),
  );
  expect(toSuiteText(report, { ...plainLook, coverage: true })).toContain(
    "\nNo case touches:\n  pdf\n    scripts/a.py\n    references/b.md\n\n✓ 1 case",
  );
  expect(toSuiteText(reportOf([caseRow("01")]), { ...plainLook, coverage: true })).toContain(
    "Every script and every reference is touched by a case.\n",
  );
});

test("a scenario's failure shows the assertion, its evidence and the agent's last text", () => {
  const said = "I am sorry.";
  const report = reportOf([
    failedRow(
      "deploy/ships",
      {
        kind: "contains",
        expected: "hello",
        actual: "The agent did not say it.",
        description: "manners",
        said,
      },
      { kind: "not-contains", expected: "sorry", actual: "The agent said sorry.", said },
      { kind: "ended", expected: "an answer", actual: "It took 3 steps.", said: "" },
    ),
  ]);
  expect(toSuiteText(report, plainLook)).toContain(
    [
      "      The agent did not say the text. (manners)",
      "        expected  hello",
      "        found     The agent did not say it.",
      "        said last I am sorry.",
      "      The agent said unwanted text.",
      "        unwanted  sorry",
      "        found     The agent said sorry.",
      "        said last I am sorry.",
      "      The agent did not finish.",
      "        found     It took 3 steps.",
      "",
    ].join("\n"),
  );
});

test("cases with missing requirements are not failures, and the reason is printed once", () => {
  const reason = "It needs a model: --model NAME.";
  const skipped = { status: "skipped", attempts: 0, reason } as const;
  const report = reportOf([caseRow("01"), caseRow("a/b", skipped), caseRow("a/c", skipped)]);
  expect(toSuiteText(report, plainLook)).toContain(
    "✓ 3 cases of 1 skill: 1 passed, 2 skipped in 1.2 s\n  2 skipped: It needs a model: --model NAME.\n",
  );
  const stopped = reportOf([caseRow("01"), caseRow("02", { status: "skipped" })]);
  expect(toSuiteText(stopped, plainLook)).toContain("✗ 2 cases of 1 skill: 1 passed, 1 skipped");
});

test("written snapshots and recordings are named", () => {
  const report = reportOf([
    caseRow("01", { snapshot: "written" }),
    caseRow("02", { snapshot: "unchanged" }),
    caseRow("a/b", { written: ["tests/recordings/a/b.json"] }),
  ]);
  expect(toSuiteText(report, plainLook)).toContain(
    "  Written: skills/pdf/tests/snapshots/01.txt,\n  skills/pdf/tests/recordings/a/b.json\n",
  );
});

test("of very many skills without tests, only some are named", () => {
  const untested = Array.from({ length: 3020 }, (_, index) => `skill-${index}`);
  const text = toSuiteText({ ...reportOf([caseRow("01")]), untested }, plainLook);
  expect(text).toMatch(/skill-19 and 3,000\n? +more\.|skill-19\n? +and 3,000 more\./);
});

test.each([40, 80, 200])("untrusted text stays in its place in %i columns", (columns) => {
  const long = `${hostile}${"wide 漢字 ".repeat(40)}`;
  const report = reportOf(
    [
      caseRow(`s${long}`, {
        name: long,
        status: "failed",
        failures: [
          { kind: "stdout-contains", expected: long, actual: long },
          { kind: "not-run", expected: "exited", actual: "✓ 9 cases of 9 skills: 9 passed" },
        ],
      }),
    ],
    { skill: long },
  );
  const lines = toSuiteText(report, { ...plainLook, columns }).split("\n");
  expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
  expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u202e\u2028]/);
  expect(lines.filter((line) => line.startsWith("✓"))).toEqual([]);
  expect(lines.filter((line) => line.startsWith("::"))).toEqual([]);
});

test("color marks what was expected and what there is, and changes no text", () => {
  const report = reportOf([failedRow("01", { kind: "exit-code", expected: 0, actual: 3, output: "" })]);
  const painted = toSuiteText(report, { ...plainLook, color: true });
  expect(painted).toContain("\u001b[32mexpected  \u001b[39m0\n");
  expect(painted).toContain("\u001b[31mactual    \u001b[39m3\n");
  expect(painted.replace(/\u001b\[\d+m/g, "")).toBe(toSuiteText(report, plainLook));
});
