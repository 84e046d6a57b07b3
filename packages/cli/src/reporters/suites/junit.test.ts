import { expect, test } from "vitest";
import { toSuiteJunit } from "./junit.ts";
import { caseRow, failedRow, hostile, problemAt, reportOf } from "./test-report.ts";
import { parseXml } from "./test-xml.ts";

test("each skill is a suite, each case a test case with file and seconds", () => {
  const report = reportOf([
    caseRow("01"),
    {
      ...failedRow("02", { kind: "exit-code", expected: 0, actual: 3, output: "x" }),
      output: { stdout: "out", stderr: "" },
    },
    caseRow("03", { status: "skipped" }),
    caseRow("04", {
      status: "failed",
      problems: [problemAt(2, 9, "input.comand: unknown key. ")],
    }),
  ]);
  const root = parseXml(toSuiteJunit(report));
  const counts = { tests: "4", failures: "1", errors: "1", skipped: "1" };
  expect(root).toMatchObject({
    name: "testsuites",
    attributes: { name: "skillwright test", ...counts, time: "1.234" },
    children: [{ name: "testsuite", attributes: { name: "pdf", ...counts, time: "0.048" } }],
  });
  expect(root.children[0]?.children).toMatchObject([
    {
      name: "testcase",
      attributes: {
        classname: "pdf",
        name: "01: 01-name",
        file: "skills/pdf/tests/cases/01.yaml",
        time: "0.012",
      },
      children: [],
    },
    {
      children: [
        {
          name: "failure",
          attributes: { type: "exit-code", message: "The exit code differs." },
          text: expect.stringContaining("expected: 0\n"),
        },
        { name: "system-out", text: "out" },
      ],
    },
    { children: [{ name: "skipped" }] },
    {
      children: [
        {
          name: "error",
          attributes: { type: "file", message: "input.comand: unknown key. " },
          text: "tests/cases/bad.yaml:2:9: input.comand: unknown key. ",
        },
      ],
    },
  ]);
});

test("whatever a command prints, the document is valid and has one case", () => {
  const failed = failedRow("01", { kind: "stdout-contains", expected: hostile, actual: hostile });
  const row = { ...failed, name: hostile, output: { stdout: hostile, stderr: hostile } };
  const [suite, ...others] = parseXml(
    toSuiteJunit(reportOf([row], { skill: hostile, path: hostile })),
  ).children;
  expect(others).toEqual([]);
  expect(suite?.children).toMatchObject([
    { name: "testcase", children: [{ name: "failure" }, { name: "system-out" }, { name: "system-err" }] },
  ]);
});

test("a case with missing requirements is marked", () => {
  const row = caseRow("a/b", { status: "skipped", reason: 'It needs a "model".' });
  const [suite] = parseXml(toSuiteJunit(reportOf([row]))).children;
  expect(suite?.children[0]?.children).toMatchObject([
    { name: "skipped", attributes: { message: 'It needs a "model".' } },
  ]);
});
