import type { ModelFaultKind } from "@skillwright/runtime/agent";
/** What became of one task that an agent was given in a folder of its own. Plain JSON data, so that it can be kept. */
export type Trial = {
  /** `stopped`: what was wanted to be seen had happened. `aborted`: nobody waits any more. */
  readonly status: "finished" | "out-of-steps" | "looping" | "failed" | "timed-out" | "stopped" | "aborted";
  /** Why the model could not be used, when `failed`. */
  readonly fault?: string;
  readonly faultKind?: ModelFaultKind;
  /** What the agent said last. */
  readonly answer: string;
  /** Everything that was said and done, in order. */
  readonly events: readonly TrialEvent[];
  /** Names of the skills that were activated, each once, in order. */
  readonly activated: readonly string[];
  readonly files: TrialFiles;
  readonly steps: number;
  /** By model; sub-agents' included. */
  readonly usage: readonly TrialUsage[];
  readonly durationMs: number;
};

/** `agent` is the skill whose sub-agent it was; absent for the agent itself. */
export type TrialEvent = { readonly agent?: string } & (
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "called"; readonly call: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: "answered";
      readonly call: string;
      readonly tool: string;
      /** False for a refusal and for a failure. */
      readonly ok: boolean;
      /** The guard or a hook refused it. */
      readonly denied?: true;
      readonly output: string;
    }
);

/** Paths inside the agent's folder, sorted. */
export type TrialFiles = {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: readonly string[];
  /** What the created and modified ones hold; only texts, and only so much of them. */
  readonly texts: readonly TrialText[];
};

export type TrialText = { readonly path: string; readonly text: string; readonly isCut: boolean };

/** What one model used. */
export type TrialUsage = {
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};
