import type { Trial } from "../trials/trial.ts";

/** A trial in which nothing happened but what is given. */
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
