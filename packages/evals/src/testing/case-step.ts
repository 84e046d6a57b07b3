import type { CaseResult } from "./case-result.ts";
import type { FaultyCase } from "./planned-case.ts";

/** One case of whatever kind: to be run, or with a result that is known without. */
export type CaseStep = RunnableStep | { readonly result: CaseResult };

export type RunnableStep = CaseName & {
  /** Each run of it ends alike, so that to try again is of no use. */
  readonly isSteady?: true;
  run(signal: AbortSignal): Promise<CaseResult>;
};

export type CaseName = Pick<CaseResult, "skill" | "case" | "name">;

/** The result of a case that was not run. */
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

/** A case whose file cannot be used. */
export function refuseCase({ skill, stem, problems }: FaultyCase): CaseStep {
  return { result: notRun({ skill: skill.name, case: stem, name: stem }, { status: "failed", problems }) };
}
