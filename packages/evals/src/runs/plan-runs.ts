import type { EvalConfiguration, EvalRun, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import type { SavedRun } from "./find-kept.ts";
import { gradingKey, runKey } from "./keys.ts";
import { readSavedGrading, readSavedTrial } from "./read-kept-run.ts";

type KeyedRun = Omit<EvalRun, "folder" | "state" | "from">;

/**
 * All runs in execution order. The configurations alternate, and take turns going first, so that an outage of the
 * provider affects both.
 */
export function keyRuns(
  request: EvalRequest,
  tasks: readonly EvalTask[],
  configurations: readonly EvalConfiguration[],
): readonly KeyedRun[] {
  const numbers = Array.from({ length: request.runs }, (_, index) => index + 1);
  return numbers.flatMap((run) =>
    tasks.flatMap((task, index) => {
      const sides = (run + index) % 2 === 1 ? configurations : configurations.toReversed();
      return sides.map((configuration) => ({
        ...{ task, configuration, run },
        key: runKey(request, { task, configuration, run }),
        gradingKey: gradingKey(request, task),
      }));
    }),
  );
}

type RunPlaces = {
  readonly iterationFolder: string;
  /** Earlier runs with the same key. */
  readonly same: readonly SavedRun[];
  readonly request: EvalRequest;
};

/** Finds out whether a run can be reused, from its own folder or from another iteration. */
export function locateRun(run: KeyedRun, { iterationFolder, same, request }: RunPlaces): EvalRun {
  const folder = `${iterationFolder}/${run.task.folder}/${run.configuration.name}/run-${run.run}`;
  const isWhole = (one: SavedRun): boolean => readSavedTrial(request.fs, one.folder) !== undefined;
  const isGraded = (one: SavedRun): boolean =>
    readSavedGrading(one, run, request) !== undefined && isWhole(one);
  // Prefer a graded run, then the one already in place.
  const inOrder = same.toSorted((one, other) => rank(one, folder) - rank(other, folder));
  const graded = inOrder.find(isGraded);
  const found = graded ?? inOrder.find(isWhole);
  if (found === undefined) return { ...run, folder, state: "new" };
  return { ...run, folder, state: graded ? "kept" : "ungraded", from: found.folder };
}

function rank(one: SavedRun, folder: string): number {
  return one.folder === folder ? 0 : 1;
}
