/** Limits of evals/runs. */
export const runsLimits = {
  /** Runs of one eval on each side, or of one query, at most; the guides recommend three. */
  evalRuns: 100,
  /** Seconds for an eval of `evals.json`, which has no setting for it: as long as the longest command. */
  outputEvalSeconds: 600,
  /** Finished runs read in one workspace: a hundred iterations of the largest known. */
  evalKeptRuns: 200_000,
  /** Consecutive runs with the same model fault before evals stop: a wrong key stays wrong. */
  evalFaults: 3,
  /** Bytes of all events of a trial as JSON, and of each list of files. */
  trialEventsBytes: 8_388_608,
  trialPathsBytes: 1_048_576,
} as const;
