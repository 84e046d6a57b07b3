import { compact } from "@skillwright/core/text";
import { safeJson } from "../../terminal/safe-text.ts";
import { toFailureRows } from "./failure-rows.ts";
import type { CaseRow, SuiteLook, SuiteReport } from "./suite-report.ts";

/** The stable machine form; `schemas/test.schema.json` describes it. */
export function toSuiteJson(report: SuiteReport, { coverage }: SuiteLook): string {
  const { suites, passed, failed, skipped } = report;
  const answer = {
    version: 1,
    summary: { passed, failed, skipped },
    cases: suites.flatMap(({ cases }) => cases.map(toJson)),
    ...(coverage ? { coverage: suites.map(({ skill, untouched }) => ({ skill, untouched })) } : {}),
  };
  return `${safeJson(answer, 2)}\n`;
}

function toJson(row: CaseRow): object {
  const { skill, case: stem, name, status, reason, durationMs, flaky } = row;
  return {
    ...{ skill, case: stem, name, status, durationMs },
    ...compact({ reason }),
    ...(flaky ? { flaky } : {}),
    failures: toFailureRows(row),
  };
}
