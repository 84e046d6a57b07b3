import { expect, test } from "vitest";
import { parse } from "yaml";
import { toSuiteTap } from "./tap.ts";
import { caseRow, failedRow, hostile, problemAt, reportOf } from "./test-report.ts";

type Point = {
  readonly ok: boolean;
  readonly number: number;
  readonly description: string;
  readonly directive?: string;
  readonly diagnostic?: unknown;
};

/** Reads TAP 14 as its grammar has it, and fails on every line that is not part of it. */
function parseTap(text: string): { readonly plan: number; readonly points: readonly Point[] } {
  const [version, plan = "", ...lines] = text.trimEnd().split("\n");
  expect(version).toBe("TAP version 14");
  const points: Point[] = [];
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    const match = /^(not )?ok (\d+) - ((?:[^\\#]|\\[\\#])*?)(?: # (.*))?$/.exec(line);
    if (!match) throw new Error(`not TAP: ${line}`);
    const [, not, number, description = "", directive] = match;
    const end = lines[0] === "  ---" ? lines.indexOf("  ...") : -1;
    const block = end > 0 ? lines.splice(0, end + 1).slice(1, -1) : [];
    points.push({
      ok: not === undefined,
      number: Number(number),
      description: description.replace(/\\([\\#])/g, "$1"),
      ...(directive === undefined ? {} : { directive }),
      ...(block.length === 0 ? {} : { diagnostic: parse(block.map((one) => one.slice(2)).join("\n")) }),
    });
  }
  return { plan: Number(/^1\.\.(\d+)$/.exec(plan)?.[1]), points };
}

test("cases are numbered test points with YAML below them", () => {
  const report = reportOf([
    caseRow("01", { flaky: true, attempts: 3 }),
    failedRow("02", { kind: "exit-code", expected: 0, actual: 3, output: "x\n" }),
    caseRow("03", { status: "skipped" }),
    caseRow("04", { status: "failed", line: 3, problems: [problemAt(2, 9, "There is no such key.")] }),
  ]);
  expect(parseTap(toSuiteTap(report))).toEqual({
    plan: 4,
    points: [
      { ok: true, number: 1, description: "pdf 01: 01-name", diagnostic: { duration_ms: 12, attempts: 3 } },
      {
        ok: false,
        number: 2,
        description: "pdf 02: 02-name",
        diagnostic: {
          duration_ms: 12,
          at: { file: "skills/pdf/tests/cases/02.yaml", line: 1 },
          failures: [
            { kind: "exit-code", message: "The exit code differs.", expected: 0, actual: 3, output: "x\n" },
          ],
        },
      },
      { ok: true, number: 3, description: "pdf 03: 03-name", directive: "SKIP stopped early" },
      {
        ok: false,
        number: 4,
        description: "pdf 04: 04-name",
        diagnostic: {
          duration_ms: 12,
          at: { file: "skills/pdf/tests/cases/04.yaml", line: 3 },
          failures: [
            {
              kind: "file",
              message: "There is no such key.",
              file: "tests/cases/bad.yaml",
              line: 2,
              column: 9,
            },
          ],
        },
      },
    ],
  });
});

test("no text of a case ends its line, its block or its point, and command output is preserved", () => {
  const row = {
    ...failedRow("01", { kind: "stdout-contains", expected: hostile, actual: hostile }),
    name: hostile,
  };
  const output = toSuiteTap(reportOf([row]));
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
  const { points } = parseTap(output);
  expect(points).toMatchObject([
    { ok: false, diagnostic: { failures: [{ expected: hostile, actual: hostile }] } },
  ]);
  expect(points[0]).not.toHaveProperty("directive");
});

test("a report without cases is an empty plan", () => {
  expect(parseTap(toSuiteTap({ ...reportOf([]), suites: [] }))).toEqual({ plan: 0, points: [] });
});

test("a case with missing requirements is marked", () => {
  const row = caseRow("a/b", { status: "skipped", reason: "It needs a model.\nok 2" });
  expect(parseTap(toSuiteTap(reportOf([row]))).points).toMatchObject([
    { ok: true, directive: "SKIP It needs a model.\\u{a}ok 2" },
  ]);
});
