/** Names inside the workspace of a skill's evals. */
export const triggerFiles = {
  /** One line a run. */
  runs: "triggers/runs.jsonl",
  /** One line a description that was written for what it depends on. */
  improvements: "triggers/improvements.jsonl",
  results: "triggers/trigger_results.json",
  train: "triggers/train_queries.json",
  validation: "triggers/validation_queries.json",
  optimisation: "triggers/optimisation/results.json",
  /** Folder of one file for each description that was asked for. */
  logs: "triggers/optimisation/logs",
} as const;
