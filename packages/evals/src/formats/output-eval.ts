/** Evals of one skill: `evals/evals.json`. */
export type EvalSet = {
  readonly skillName: string;
  readonly evals: readonly OutputEval[];
};

/** One task for an agent, and what its output is judged by. */
export type OutputEval = {
  readonly id: EvalId;
  /** What some tools write beside the id; names the folder of the results. */
  readonly name?: string;
  readonly prompt: string;
  /** What success looks like, for people and judges. */
  readonly expectedOutput: string;
  /** What the task works on, relative to the skill. */
  readonly files: readonly string[];
  /** Statements that are true of a good output; the other dialect calls them expectations. */
  readonly assertions: readonly string[];
};

/** A whole number in both dialects; tools beside them write names. */
export type EvalId = number | string;

/** Whose spelling of the same facts: the standard's guide or the skill-creator tooling. */
export type EvalDialect = "guide" | "skill-creator";
