/** File names inside the workspace of a skill's evals. */
export const triggerFiles = {
  /** One line per run. */
  runs: "triggers/runs.jsonl",
  /** One line per description that a model wrote. */
  improvements: "triggers/improvements.jsonl",
  results: "triggers/trigger_results.json",
  train: "triggers/train_queries.json",
  validation: "triggers/validation_queries.json",
  optimization: "triggers/optimization/results.json",
  /** Folder with one file per request for a description. */
  logs: "triggers/optimization/logs",
} as const;
