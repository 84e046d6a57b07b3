import type { ModelFault } from "./model-fault.ts";

export type AgentResult = {
  /**
   * `finished`: the model had nothing more to do. `out-of-steps`: it wanted to go on after the last step that it had.
   * `looping`: it made the same calls over and over. `failed`: the model could not be used any further, see `fault`.
   */
  readonly status: "finished" | "out-of-steps" | "looping" | "failed" | "aborted";
  /** What the model said last. */
  readonly text: string;
  /** Steps that were finished. */
  readonly steps: number;
  /** What each model used; not that of sub-agents, whose events say it. */
  readonly usage: readonly ModelUsage[];
  readonly fault?: ModelFault;
};

export type ModelUsage = TokenUsage & {
  /** The provider's name for the model. */
  readonly model: string;
};

export type TokenUsage = {
  readonly inputTokens: number;
  /** Those of the input that the provider remembered; they cost less. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};
