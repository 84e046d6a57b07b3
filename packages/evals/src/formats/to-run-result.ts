import { compact } from "@skillwright/core/text";
import type { RunResult } from "./benchmark.ts";
import type { Grading } from "./grading.ts";
import type { Timing } from "./timing.ts";

/** Combines the grading and timing of a run. */
export function toRunResult(
  run: Pick<RunResult, "evalId" | "evalName" | "configuration" | "run">,
  grading: Grading,
  timing: Timing = {},
): RunResult {
  const { summary, metrics, userNotes } = grading;
  return compact<RunResult>({
    evalId: run.evalId,
    evalName: run.evalName,
    configuration: run.configuration,
    run: run.run,
    passRate: summary.total === 0 ? undefined : summary.passRate,
    passed: summary.passed,
    failed: summary.failed,
    total: summary.total,
    // Characters of output are not tokens, so both numbers come from the timing.
    timeSeconds: timing.seconds ?? grading.timing?.seconds,
    tokens: timing.tokens ?? grading.timing?.tokens,
    toolCalls: metrics?.totalToolCalls,
    errors: metrics?.errors,
    grades: grading.grades,
    notes: [...userNotes.uncertainties, ...userNotes.needsReview, ...userNotes.workarounds],
  });
}
