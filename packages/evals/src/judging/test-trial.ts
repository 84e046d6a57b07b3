import type { Trial } from "../trials/trial.ts";

/** A trial in which nothing but the given fields happened. */
export function trialOf(given: Partial<Trial> = {}): Trial {
  return {
    status: "finished",
    answer: "",
    events: [],
    activated: [],
    files: { created: [], modified: [], deleted: [], unchanged: [], texts: [] },
    steps: 1,
    usage: [],
    durationMs: 0,
    ...given,
  };
}

export const boundary = "k7f3a9c2e1";
