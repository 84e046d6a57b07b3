import type { CaseResult, Untouched } from "@skillwright/evals";

/** What became of the cases of some skills. */
export type SuiteReport = {
  readonly suites: readonly SuiteResults[];
  /** Names of skills that have no cases. */
  readonly untested: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly durationMs: number;
};

/** The cases of one skill, and what became of them. */
export type SuiteResults = {
  readonly skill: string;
  /** The skill's folder, as its author would write it here. */
  readonly path: string;
  readonly cases: readonly CaseRow[];
  /** Files that none of its cases mentions, whether they were chosen or not. */
  readonly untouched: Untouched;
};

/** What became of a case, and where it is written. */
export type CaseRow = CaseResult & {
  /** Path inside the skill. */
  readonly file: string;
  /** Where the case has its name. */
  readonly line: number;
};

/** Turns a report into output. */
export type SuiteFormatter = (report: SuiteReport, look: SuiteLook) => string;

export type SuiteLook = {
  readonly colour: boolean;
  readonly columns: number;
  /** Whether files that no case touches are listed. */
  readonly coverage: boolean;
};
