import type { CaseResult } from "./case-result.ts";
import type { FaultyCase } from "./planned-case.ts";

/** A case of any kind: either runnable, or with a result that is already known. */
export type CaseStep = RunnableStep | { readonly result: CaseResult };

export type RunnableStep = CaseName & {
  /** Every run has the same result, so retries are useless. */
  readonly isSteady?: true;
  run(signal: AbortSignal): Promise<CaseResult>;
};

export type CaseName = Pick<CaseResult, "skill" | "case" | "name">;

export function notRun(
  name: CaseName,
  more: Pick<CaseResult, "status"> & Partial<Pick<CaseResult, "problems" | "reason">>,
): CaseResult {
  const { skill, case: stem } = name;
  return {
    skill,
    case: stem,
    name: name.name,
    durationMs: 0,
    failures: [],
    problems: [],
    attempts: 0,
    ...more,
  };
}

export function refuseCase({ skill, stem, problems }: FaultyCase): CaseStep {
  return { result: notRun({ skill: skill.name, case: stem, name: stem }, { status: "failed", problems }) };
}
