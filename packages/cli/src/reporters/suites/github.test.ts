import { expect, test } from "vitest";
import { toSuiteAnnotations } from "./github.ts";
import { caseRow, failedRow, hostile, problemAt, reportOf } from "./test-report.ts";

test("a failed case is one annotation at its name, whatever it expected", () => {
  const failed = failedRow(
    "01",
    { kind: "exit-code", expected: 0, actual: 3, output: "" },
    { kind: "files-created", expected: "a.csv", actual: ["b.csv"] },
  );
  const [first = "", ...rest] = toSuiteAnnotations(reportOf([{ ...failed, line: 4 }, caseRow("02")])).split(
    "\n",
  );
  expect(first).toMatch(
    /^::error file=skills\/pdf\/tests\/cases\/01\.yaml,line=4,endLine=4,title=pdf 01::The exit code differs\.%0A.*%0AA file was not created\.%0A/,
  );
  expect(rest).toEqual(["skillwright test: passed 1, failed 1, skipped 0", ""]);
});

test("problems of a file are reported at their position", () => {
  const row = caseRow("01", {
    status: "failed",
    problems: [problemAt(2, 9, "no such key"), problemAt(5, 1, "x")],
  });
  expect(
    toSuiteAnnotations(reportOf([row]))
      .split("\n")
      .slice(0, 2),
  ).toEqual([
    "::error file=skills/pdf/tests/cases/bad.yaml,line=2,endLine=2,col=9,endColumn=9,title=pdf 01::no such key",
    "::error file=skills/pdf/tests/cases/bad.yaml,line=5,endLine=5,col=1,endColumn=1,title=pdf 01::x",
  ]);
});

test("output of a command cannot inject a workflow command", () => {
  const row = failedRow("01", { kind: "stdout-contains", expected: hostile, actual: hostile });
  const lines = toSuiteAnnotations(reportOf([row], { path: "a,b:c\n::error::" })).split("\n");
  expect(lines.filter((line) => line.startsWith("::"))).toHaveLength(1);
  expect(lines[0]).toMatch(/^::error file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3A\//);
});

test("a case with missing requirements is a warning at its position", () => {
  const row = caseRow("a/b", { status: "skipped", reason: "It needs a model.", line: 7 });
  expect(toSuiteAnnotations(reportOf([row]))).toContain(
    "::warning file=skills/pdf/tests/cases/a/b.yaml,line=7,endLine=7,title=pdf a/b::Skipped. It needs a model.\n",
  );
});
