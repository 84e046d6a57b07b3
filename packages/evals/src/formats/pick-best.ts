import { measureTriggers } from "./measure-triggers.ts";
import type { OptimisationIteration } from "./optimisation-result.ts";

/**
 * The best iteration by passes of validation, or of training where nothing was held back; undefined where there is none. Of equals
 * the earliest: a tie is no reason to replace what the author wrote.
 */
export function pickBest(iterations: readonly OptimisationIteration[]): OptimisationIteration | undefined {
  return iterations.toSorted(
    (one, other) => passesOf(other) - passesOf(one) || one.iteration - other.iteration,
  )[0];
}

function passesOf({ train, validation }: OptimisationIteration): number {
  return measureTriggers(validation.length > 0 ? validation : train).passed;
}
