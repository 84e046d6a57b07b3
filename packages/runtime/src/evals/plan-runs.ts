import type { EvalConfiguration, EvalRun, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import type { KeptRun } from "./find-kept.ts";
import { gradingKey, runKey } from "./keys.ts";

type KeyedRun = Omit<EvalRun, "folder" | "state" | "from">;

/**
 * All runs, in the order in which they are begun: sides alternate, and take turns in who begins, so that a provider's bad hour
 * meets both.
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

/** A run with its folder, and what of it is there already: in its place, or in another iteration. */
export function placeRun(run: KeyedRun, iterationFolder: string, kept: readonly KeptRun[]): EvalRun {
  const folder = `${iterationFolder}/${run.task.folder}/${run.configuration.name}/run-${run.run}`;
  const same = kept.filter(({ record }) => record.key === run.key);
  const isGraded = ({ record }: KeptRun): boolean => record.gradingKey === run.gradingKey;
  const inPlace = same.find((one) => one.folder === folder);
  // Of several, one that is graded; what is in its place already stays there otherwise.
  const graded = inPlace && isGraded(inPlace) ? inPlace : same.find(isGraded);
  const found = graded ?? inPlace ?? same[0];
  if (found === undefined) return { ...run, folder, state: "new" };
  return { ...run, folder, state: graded ? "kept" : "ungraded", from: found.folder };
}
