import type { ModelFault } from "./model-fault.ts";

export type AgentResult = {
  /**
   * `finished`: the model is done. `out-of-steps`: it wanted to continue after its last step. `looping`: it
   * repeated the same calls. `failed`: the model could not be used any further, see `fault`.
   */
  readonly status: "finished" | "out-of-steps" | "looping" | "failed" | "aborted";
  /** The model's last text. */
  readonly text: string;
  /** Completed steps. */
  readonly steps: number;
  /** Usage by model, without sub-agents, whose events report it. */
  readonly usage: readonly ModelUsage[];
  readonly fault?: ModelFault;
};

export type ModelUsage = TokenUsage & {
  /** The provider's name for the model. */
  readonly model: string;
};

export type TokenUsage = {
  readonly inputTokens: number;
  /** Input tokens that the provider had cached; they cost less. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};
