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

/**
 * Progress of an agent. Texts and inputs come from the model: make them printable before showing them to a
 * person.
 */
export type AgentEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  | { readonly type: "tool-called"; readonly call: string; readonly tool: string; readonly input: unknown }
  /** `ok` is false for a refusal, a failure and an invalid call; `output` says why. */
  | {
      readonly type: "tool-answered";
      readonly call: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly output: unknown;
    }
  /** Counted from one. */
  | {
      readonly type: "step-finished";
      readonly step: number;
      readonly model: string;
      readonly usage: TokenUsage;
    }
  /** The step starts again, since nothing of it was acted on. Discard its text and calls so far. */
  | {
      readonly type: "retrying";
      readonly fault: ModelFault;
      /** The next attempt, counted from one: two for the first retry. */
      readonly attempt: number;
      readonly waitMs: number;
    }
  /** The agent repeats itself and was told so; `tool` is its latest call. */
  | { readonly type: "repeating"; readonly tool: string; readonly count: number }
  /** A skill prefers a model; if it is not found, the agent keeps its own. Emitted once per name. */
  | { readonly type: "model-chosen"; readonly name: string; readonly found: boolean }
  | {
      readonly type: "subagent";
      readonly skill: string;
      readonly depth: number;
      readonly event: AgentEvent;
    };
