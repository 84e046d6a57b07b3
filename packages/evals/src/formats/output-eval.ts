/** Evals of one skill: `evals/evals.json`. */
export type EvalSet = {
  readonly skillName: string;
  readonly evals: readonly OutputEval[];
};

/** One task for an agent, and what its output is graded by. */
export type OutputEval = {
  readonly id: EvalId;
  /** Written by some tools next to the id; names the results folder. */
  readonly name?: string;
  readonly prompt: string;
  /** What success looks like, for people and judges. */
  readonly expectedOutput: string;
  /** Input files, relative to the skill. */
  readonly files: readonly string[];
  /** Statements that are true of a good output; skill-creator calls them expectations. */
  readonly assertions: readonly string[];
};

/** A whole number in both dialects; other tools write names. */
export type EvalId = number | string;

/** The file format: that of the standard's guide or of skill-creator. */
export type EvalDialect = "guide" | "skill-creator";
