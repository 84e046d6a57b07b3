import { measureTriggers } from "./measure-triggers.ts";
import type { OptimisationIteration } from "./optimisation-result.ts";

/**
 * The iteration with the most validation passes, or training passes when nothing was held back; undefined without
 * iterations. Ties go to the earliest, so that a tie does not replace the author's text.
 */
export function pickBest(iterations: readonly OptimisationIteration[]): OptimisationIteration | undefined {
  return iterations.toSorted(
    (one, other) => passesOf(other) - passesOf(one) || one.iteration - other.iteration,
  )[0];
}

function passesOf({ train, validation }: OptimisationIteration): number {
  return measureTriggers(validation.length > 0 ? validation : train).passed;
}
