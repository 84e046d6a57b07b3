/** Bounds on what evals/scenarios reads, holds and prints. */
export const scenariosLimits = {
  mostAgentSteps: 1000,
  /** Characters and answers of one recording, and characters of each request that it shows; a long session has fifty answers. */
  recordingCharacters: 16_777_216,
  recordingExchanges: 2000,
  /** Characters of the name of a scenario or of its case, and of a tag: one line of a report. */
  scenarioNameCharacters: 120,
  /** Seconds that an agent may take for a case of a scenario when nothing is said: as long as an eval. */
  scenarioSeconds: 120,
} as const;
