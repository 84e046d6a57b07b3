import type { RunResult } from "./benchmark.ts";
import { critiqueAmounts } from "./critique-amounts.ts";
import { critiqueStatements } from "./critique-statements.ts";
import { formatsLimits } from "./limits.ts";

/**
 * What the runs say about their own statements and measurements, as sentences for people: statements that tell nothing
 * about the skill, those that tell its worth, those that waver, and runs that took far more than the others. One sentence for each
 * eval and kind, and no more in all than somebody would read.
 */
export function critiqueRuns(runs: readonly RunResult[]): readonly string[] {
  const notes = [...critiqueStatements(runs), ...critiqueAmounts(runs)];
  if (notes.length <= formatsLimits.critiqueNotes) return notes;
  const shown = notes.slice(0, formatsLimits.critiqueNotes - 1);
  return [...shown, `${notes.length - shown.length} more notes like these.`];
}
