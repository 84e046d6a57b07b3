/** Bounds on what evals/runs reads, holds and prints. */
export const runsLimits = {
  /** Times that one eval is run on each side, and one query is tried, at most; the guides say three. */
  evalRuns: 100,
  /** Seconds that an agent has for an eval of `evals.json`, which says nothing on it: as long as any command. */
  outputEvalSeconds: 600,
  /** Finished runs of a workspace that are looked at: a hundred iterations of the largest that anybody has. */
  evalKeptRuns: 200_000,
  /** Runs in a row whose model fails in the same way before evals stop: a key that is wrong stays wrong. */
  evalFaults: 3,
  trialEventsBytes: 8_388_608,
  trialPathsBytes: 1_048_576,
} as const;
