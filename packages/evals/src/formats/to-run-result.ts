import { compact } from "@skillwright/core/text";
import type { RunResult } from "./benchmark.ts";
import type { Grading } from "./grading.ts";
import type { Timing } from "./timing.ts";

/** A run from its two files. */
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
    // Each number from where it was measured; characters of output are not tokens.
    timeSeconds: timing.seconds ?? grading.timing?.seconds,
    tokens: timing.tokens ?? grading.timing?.tokens,
    toolCalls: metrics?.totalToolCalls,
    errors: metrics?.errors,
    grades: grading.grades,
    notes: [...userNotes.uncertainties, ...userNotes.needsReview, ...userNotes.workarounds],
  });
}
