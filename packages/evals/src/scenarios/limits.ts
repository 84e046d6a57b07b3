/** Bounds on what evals/scenarios reads, holds and prints. */
export const scenariosLimits = {
  mostAgentSteps: 1000,
  /** Characters and answers of one recording, and characters of each request that it shows; a long session has fifty answers. */
  recordingCharacters: 16_777_216,
  recordingExchanges: 2000,
  /** Seconds that an agent may take for a case of a scenario by default: as long as an eval. */
  scenarioSeconds: 120,
} as const;
