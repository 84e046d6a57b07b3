import type { RunResult } from "./benchmark.ts";
import { critiqueAmounts } from "./critique-amounts.ts";
import { critiqueStatements } from "./critique-statements.ts";
import { formatsLimits } from "./limits.ts";

/**
 * Reviews the statements and measurements of runs: statements that always or never hold, that show the value of the
 * skill or waver between runs, and runs that took far longer than the others. One sentence per eval and kind, bounded
 * in total.
 */
export function critiqueRuns(runs: readonly RunResult[]): readonly string[] {
  const notes = [...critiqueStatements(runs), ...critiqueAmounts(runs)];
  if (notes.length <= formatsLimits.critiqueNotes) return notes;
  const shown = notes.slice(0, formatsLimits.critiqueNotes - 1);
  return [...shown, `${notes.length - shown.length} more notes like these.`];
}
