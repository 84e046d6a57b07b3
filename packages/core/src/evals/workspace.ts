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

/** Whose run it was. */
export type RunPlace = {
  readonly iteration: number;
  /** `eval-SLUG`. */
  readonly evalFolder: string;
  readonly configuration: string;
  /** Counted from 1; without it the layout of the guide, which has one run. */
  readonly run?: number;
};

/** The folder beside a skill that holds the results of its evals. */
export function workspaceOf(skillFolder: string): string {
  return `${skillFolder.replace(/\/+$/, "")}-workspace`;
}

export function iterationFolder(iteration: number): string {
  return `iteration-${iteration}`;
}

/** The folder of a run inside the workspace. */
export function runFolder({ iteration, evalFolder, configuration, run }: RunPlace): string {
  const folder = `${iterationFolder(iteration)}/${evalFolder}/${configuration}`;
  return run === undefined ? folder : `${folder}/run-${run}`;
}

/** What skill-creator's page calls a run: its folder inside the iteration, in one word. */
export function runIdOf(place: RunPlace): string {
  return runFolder(place).split("/").slice(1).join("-");
}

/** The id of an eval whose folder has no `eval_metadata.json`: its number in `eval-3`, else its slug. */
export function evalIdOf(evalFolder: string): EvalId {
  const slug = evalFolder.replace(/^eval-/, "");
  return /^(?:0|[1-9]\d{0,8})$/.test(slug) ? Number(slug) : slug;
}

/** The number for the next iteration, by the paths that are in the workspace. */
export function nextIteration(paths: readonly string[]): number {
  const numbers = paths.map((path) => Number(/^iteration-(\d{1,9})(?:\/|$)/.exec(path)?.[1] ?? 0));
  return numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
}
