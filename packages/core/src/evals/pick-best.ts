import { measureTriggers } from "./measure-triggers.ts";
import type { OptimisationIteration } from "./optimisation-result.ts";

/** The best iteration: by passes of validation, then of training, then the earliest. Undefined where there is none. */
export function pickBest(iterations: readonly OptimisationIteration[]): OptimisationIteration | undefined {
  return iterations.toSorted(
    (one, other) =>
      passesOf(other.validation) - passesOf(one.validation) ||
      passesOf(other.train) - passesOf(one.train) ||
      one.iteration - other.iteration,
  )[0];
}

function passesOf(results: OptimisationIteration["train"]): number {
  return measureTriggers(results).passed;
}
