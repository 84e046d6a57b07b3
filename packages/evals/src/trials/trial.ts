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

type CalledEvent = Extract<TrialEvent, { readonly type: "called" }>;
export type AnsweredEvent = Extract<TrialEvent, { readonly type: "answered" }>;

/** Maps each call to its result, if it got one. */
export function pairCalls(events: readonly TrialEvent[]): ReadonlyMap<CalledEvent, AnsweredEvent> {
  const answers = new Map<CalledEvent, AnsweredEvent>();
  const open = new Map<string, CalledEvent>();
  for (const event of events) {
    if (event.type === "said") continue;
    // Sub-agents number their calls separately, and several in a row may reuse ids.
    const key = JSON.stringify([event.agent, event.call]);
    if (event.type === "called") {
      open.set(key, event);
      continue;
    }
    const call = open.get(key);
    if (call) answers.set(call, event);
    open.delete(key);
  }
  return answers;
}
