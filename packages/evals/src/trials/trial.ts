import type { ModelFaultKind } from "@skillwright/runtime/agent";

/** The result of one task for an agent in its own folder. Plain JSON data, so that it can be stored. */
export type Trial = {
  /** `stopped`: the awaited event happened. `aborted`: the run was canceled. */
  readonly status: "finished" | "out-of-steps" | "looping" | "failed" | "timed-out" | "stopped" | "aborted";
  /** Why the model failed, when `failed`. */
  readonly fault?: string;
  readonly faultKind?: ModelFaultKind;
  /** The agent's last words. */
  readonly answer: string;
  /** Everything that was said and done, in order. */
  readonly events: readonly TrialEvent[];
  /** Names of the activated skills, without duplicates, in order. */
  readonly activated: readonly string[];
  readonly files: TrialFiles;
  readonly steps: number;
  /** By model, including sub-agents. */
  readonly usage: readonly TrialUsage[];
  readonly durationMs: number;
};

/** `agent` is the skill of a sub-agent; absent for the main agent. */
export type TrialEvent = { readonly agent?: string } & (
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "called"; readonly call: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: "answered";
      readonly call: string;
      readonly tool: string;
      /** False for a refusal or a failure. */
      readonly ok: boolean;
      /** The guard or a hook refused it. */
      readonly denied?: true;
      readonly output: string;
    }
);

/** Sorted paths in the agent's folder. */
export type TrialFiles = {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: readonly string[];
  /** The text of created and modified files, up to a limit. */
  readonly texts: readonly TrialText[];
};

export type TrialText = { readonly path: string; readonly text: string; readonly isCut: boolean };

export type TrialUsage = {
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};
