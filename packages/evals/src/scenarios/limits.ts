/** Limits of evals/scenarios. */
export const scenariosLimits = {
  /** Most steps of one agent on one task. */
  mostAgentSteps: 1000,
  /** Characters and answers of one recording; a long session has fifty answers. */
  recordingCharacters: 16_777_216,
  recordingExchanges: 2000,
  /** Default seconds for one case of a scenario: as long as an eval. */
  scenarioSeconds: 120,
} as const;
