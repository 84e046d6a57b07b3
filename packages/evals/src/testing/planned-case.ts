import type { TestCase, TestConfig, TestFileProblem } from "./case.ts";

export type TestedSkill = {
  readonly name: string;
  readonly directory: string;
};

/** The cases of one skill, sorted by file name. */
export type TestPlan = {
  readonly skill: TestedSkill;
  readonly cases: readonly PlannedCase[];
  /** Problems that affect all cases; if there are any, no case is ready. */
  readonly problems: readonly TestFileProblem[];
};

export type PlannedCase = ReadyCase | FaultyCase;

type CaseFile = {
  readonly skill: TestedSkill;
  /** The file's name without extension, by which people select a case. */
  readonly stem: string;
  /** Path inside the skill. */
  readonly file: string;
};

export type ReadyCase = CaseFile & {
  readonly ready: true;
  readonly test: TestCase;
  readonly config: TestConfig;
};

export type FaultyCase = CaseFile & {
  readonly ready: false;
  /** At least one; includes those of the plan. */
  readonly problems: readonly TestFileProblem[];
};
