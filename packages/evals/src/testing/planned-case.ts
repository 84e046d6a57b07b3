import type { TestCase, TestConfig, TestFileProblem } from "./case.ts";

/** A skill whose cases are to be run. */
export type TestedSkill = {
  readonly name: string;
  readonly directory: string;
};

/** The cases of one skill, by file name. */
export type TestPlan = {
  readonly skill: TestedSkill;
  readonly cases: readonly PlannedCase[];
  /** What is wrong with what all cases have in common; with any of these none of them is ready. */
  readonly problems: readonly TestFileProblem[];
};

export type PlannedCase = ReadyCase | FaultyCase;

type CaseFile = {
  readonly skill: TestedSkill;
  /** The file's name without its ending, by which people choose a case. */
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
  /** At least one; those of the plan are among them. */
  readonly problems: readonly TestFileProblem[];
};
