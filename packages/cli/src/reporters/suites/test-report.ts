import type { TestFailure } from "@skillwright/evals";
import type { CaseRow, SuiteLook, SuiteReport, SuiteResults } from "./suite-report.ts";

export const plainLook: SuiteLook = { color: false, columns: 80, coverage: false };

/** A case for reporters; passed by default. */
export function caseRow(stem: string, more: Partial<CaseRow> = {}): CaseRow {
  return {
    skill: "pdf",
    case: stem,
    name: `${stem}-name`,
    status: "passed",
    durationMs: 12,
    failures: [],
    problems: [],
    attempts: 1,
    file: `tests/cases/${stem}.yaml`,
    line: 1,
    ...more,
  };
}

export function failedRow(stem: string, ...failures: readonly TestFailure[]): CaseRow {
  return caseRow(stem, { status: "failed", failures });
}

export function problemAt(line: number, column: number, message: string): CaseRow["problems"][number] {
  const start = { line, column };
  return { file: "tests/cases/bad.yaml", range: { start, end: start }, message };
}

export function reportOf(cases: readonly CaseRow[], more: Partial<SuiteResults> = {}): SuiteReport {
  const count = (status: CaseRow["status"]): number => cases.filter((row) => row.status === status).length;
  return {
    suites: [
      { skill: "pdf", path: "skills/pdf", cases, untouched: { scripts: [], references: [] }, ...more },
    ],
    untested: [],
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    durationMs: 1234,
  };
}

/** Everything that could break out of a line, a quote or markup. */
export const hostile =
  "</failure>]]>&\"'\\ # TODO\r\n::error::x\n...\n\u0000\u001b[31m\u202e\u2028\ud83d\ude00\ufffe";
