import type { EvalId } from "./output-eval.ts";

/** File and folder names in a workspace, the same in both dialects. */
export const workspaceFiles = {
  benchmark: "benchmark.json",
  feedback: "feedback.json",
  metadata: "eval_metadata.json",
  grading: "grading.json",
  timing: "timing.json",
  /** In the outputs folder. */
  metrics: "metrics.json",
  history: "history.json",
  comparison: "comparison.json",
  analysis: "analysis.json",
  /** The search for a better description. */
  optimisation: "results.json",
  /** Folder of the files a run created. */
  outputs: "outputs",
  /** Folder of the version used as a baseline. */
  snapshot: "skill-snapshot",
} as const;

/** The folder next to a skill that holds its eval results. */
export function workspaceOf(skillFolder: string): string {
  return `${skillFolder.replace(/\/+$/, "")}-workspace`;
}

export function iterationFolder(iteration: number): string {
  return `iteration-${iteration}`;
}

/** The number in an iteration's folder name; undefined for other names, such as `iteration-01`. */
export function iterationNumber(name: string): number | undefined {
  const digits = /^iteration-(0|[1-9]\d{0,8})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The id of an eval without `eval_metadata.json`: the number in `eval-3`, else the slug. */
export function evalIdOf(evalFolder: string): EvalId {
  const slug = evalFolder.replace(/^eval-/, "");
  return /^(?:0|[1-9]\d{0,8})$/.test(slug) ? Number(slug) : slug;
}
