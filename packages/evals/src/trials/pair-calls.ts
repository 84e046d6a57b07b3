import type { TrialEvent } from "./trial.ts";

export type CalledEvent = Extract<TrialEvent, { readonly type: "called" }>;
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
