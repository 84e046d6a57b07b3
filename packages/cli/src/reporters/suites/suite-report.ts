import type { CaseResult, Uncovered } from "@skillwright/evals";

/** The results of testing skills. */
export type SuiteReport = {
  readonly suites: readonly SuiteResults[];
  /** Names of skills that have no cases. */
  readonly untested: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly durationMs: number;
};

/** The results of one skill's cases. */
export type SuiteResults = {
  readonly skill: string;
  /** The skill's folder, relative to the current folder where possible. */
  readonly path: string;
  readonly cases: readonly CaseRow[];
  /** Files that none of its cases mentions, including unselected cases. */
  readonly untouched: Uncovered;
};

/** The result of a case, and where the case is defined. */
export type CaseRow = CaseResult & {
  /** Path inside the skill. */
  readonly file: string;
  /** The line of the case's name. */
  readonly line: number;
};

/** Turns a report into output. */
export type SuiteFormatter = (report: SuiteReport, look: SuiteLook) => string;

export type SuiteLook = {
  readonly color: boolean;
  readonly columns: number;
  /** Whether to list files that no case touches. */
  readonly coverage: boolean;
};
