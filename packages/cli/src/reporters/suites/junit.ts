import { escapeXml, xmlAttributes } from "../xml.ts";
import { type FailureRow, headOf, toFailureRows } from "./failure-rows.ts";
import type { CaseRow, SuiteReport, SuiteResults } from "./suite-report.ts";

/** JUnit XML with one suite per skill. A case with invalid files is an error, a wrong result a failure. */
export function toSuiteJunit({ suites, durationMs }: SuiteReport): string {
  const counts = countCases(suites.flatMap(({ cases }) => cases));
  const head = xmlAttributes({ name: "skillwright test", ...counts, time: toSeconds(durationMs) });
  const body = suites.map(toSuite).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${body}</testsuites>\n`;
}

function toSuite({ skill, path, cases }: SuiteResults): string {
  const time = toSeconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const head = xmlAttributes({ name: skill, ...countCases(cases), time });
  const rows = cases.map((row) => toCase(row, path)).join("");
  return `  <testsuite${head}>\n${rows}  </testsuite>\n`;
}

type Counts = {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
};

function countCases(cases: readonly CaseRow[]): Counts {
  const errors = cases.filter(isFaulty).length;
  const failures = cases.filter(({ status }) => status === "failed").length - errors;
  const skipped = cases.filter(({ status }) => status === "skipped").length;
  return { tests: cases.length, failures, errors, skipped };
}

/** Whether its files are invalid, so it did not run. */
function isFaulty({ status, problems }: CaseRow): boolean {
  return status === "failed" && problems.length > 0;
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function toCase(row: CaseRow, path: string): string {
  const { skill, case: stem, name, durationMs, file } = row;
  const head = xmlAttributes({
    classname: skill,
    name: `${stem}: ${name}`,
    file: `${path}/${file}`,
    time: toSeconds(durationMs),
  });
  const outcome = toOutcome(row);
  return outcome === "" ? `    <testcase${head}/>\n` : `    <testcase${head}>${outcome}</testcase>\n`;
}

function toOutcome(row: CaseRow): string {
  if (row.status === "skipped")
    return row.reason === undefined ? "<skipped/>" : `<skipped${xmlAttributes({ message: row.reason })}/>`;
  const rows = toFailureRows(row);
  const [first] = rows;
  if (first === undefined) return "";
  const tag = isFaulty(row) ? "error" : "failure";
  // Most readers accept only one of these per case.
  const attributes = xmlAttributes({ type: first.kind, message: headOf(first) });
  const body = escapeXml(rows.map(toText).join("\n"));
  const { stdout = "", stderr = "" } = row.output ?? {};
  const streams = [
    stdout === "" ? "" : `<system-out>${escapeXml(stdout)}</system-out>`,
    stderr === "" ? "" : `<system-err>${escapeXml(stderr)}</system-err>`,
  ];
  return `<${tag}${attributes}>${body}</${tag}>${streams.join("")}`;
}

function toText({ message, file, line, column }: FailureRow): string {
  return file === undefined ? message : `${file}:${line}:${column}: ${message}`;
}
