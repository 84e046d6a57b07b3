import type { EvalId } from "./output-eval.ts";

/** Names in a workspace, as both dialects have them. */
export const workspaceFiles = {
  benchmark: "benchmark.json",
  feedback: "feedback.json",
  metadata: "eval_metadata.json",
  grading: "grading.json",
  timing: "timing.json",
  /** Among the outputs. */
  metrics: "metrics.json",
  history: "history.json",
  comparison: "comparison.json",
  analysis: "analysis.json",
  /** Of a search for a better description. */
  optimisation: "results.json",
  /** Folder of what a run made. */
  outputs: "outputs",
  /** Folder of the version that a new one is held against. */
  snapshot: "skill-snapshot",
} as const;

/** The folder beside a skill that holds the results of its evals. */
export function workspaceOf(skillFolder: string): string {
  return `${skillFolder.replace(/\/+$/, "")}-workspace`;
}

export function iterationFolder(iteration: number): string {
  return `iteration-${iteration}`;
}

/** The number of an iteration by the name of its folder; undefined for another folder, such as somebody's `iteration-01`. */
export function iterationNumber(name: string): number | undefined {
  const digits = /^iteration-(0|[1-9]\d{0,8})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The id of an eval whose folder has no `eval_metadata.json`: its number in `eval-3`, else its slug. */
export function evalIdOf(evalFolder: string): EvalId {
  const slug = evalFolder.replace(/^eval-/, "");
  return /^(?:0|[1-9]\d{0,8})$/.test(slug) ? Number(slug) : slug;
}
