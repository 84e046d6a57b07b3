import type { TokenUsage } from "./agent-result.ts";
import type { ModelFault } from "./model-fault.ts";

/** What an agent does, as it does it. Texts and inputs are the model's own: make them printable before a person sees them. */
export type AgentEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  | { readonly type: "tool-called"; readonly call: string; readonly tool: string; readonly input: unknown }
  /** `ok` is false for a refusal, a failure and a call that could not be made; `output` says why. */
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
  /** The step is begun again, as nothing of it was acted on. What it has said and called so far does not count. */
  | {
      readonly type: "retrying";
      readonly fault: ModelFault;
      /** The attempt that comes, counted from one: two for the first retry. */
      readonly attempt: number;
      readonly waitMs: number;
    }
  /** The agent goes in circles and was told; `tool` is the one it called now. */
  | { readonly type: "repeating"; readonly tool: string; readonly count: number }
  /** A skill prefers a model; when it is not found, the agent goes on with its own. Said once for each name. */
  | { readonly type: "model-chosen"; readonly name: string; readonly found: boolean }
  | {
      readonly type: "subagent";
      readonly skill: string;
      readonly depth: number;
      readonly event: AgentEvent;
    };
