import type { TriggerResult } from "./judge-trigger.ts";
import { measureTriggers } from "./measure-triggers.ts";
import type { OptimisationExit, OptimisationIteration, OptimisationResult } from "./optimisation-result.ts";
import { pickBest } from "./pick-best.ts";
import { toJsonText } from "./to-json-text.ts";
import { toTriggerRow } from "./trigger-rows.ts";

/** The text of `results.json` as run_loop writes it, with everything that tool's page reads. */
export function toOptimisationText(result: OptimisationResult): string {
  const { exit, originalDescription, bestDescription, holdout, iterations } = result;
  // Two iterations may have tried the same description.
  const best = pickBest(iterations.filter(({ description }) => description === bestDescription));
  const train = scoreOf(best?.train ?? []);
  const validation = best && best.validation.length > 0 ? scoreOf(best.validation) : null;
  return toJsonText({
    exit_reason: exit ? toExitText(exit) : "unknown",
    original_description: originalDescription,
    best_description: bestDescription,
    best_score: validation ?? train,
    best_train_score: train,
    best_test_score: validation,
    final_description: iterations.at(-1)?.description ?? originalDescription,
    iterations_run: iterations.length,
    holdout,
    train_size: iterations[0]?.train.length ?? 0,
    test_size: iterations[0]?.validation.length ?? 0,
    history: iterations.map(toHistoryRow),
  });
}

function toExitText({ reason, iteration }: OptimisationExit): string {
  if (reason === "max-iterations") return `max_iterations (${iteration})`;
  return `${reason.replaceAll("-", "_")} (iteration ${iteration})`;
}

function scoreOf(results: readonly TriggerResult[]): string {
  const { passed, total } = measureTriggers(results);
  return `${passed}/${total}`;
}

function toHistoryRow({ iteration, description, train, validation }: OptimisationIteration): object {
  const held = validation.length > 0 ? countsOf(validation) : undefined;
  const counts = countsOf(train);
  return {
    iteration,
    description,
    train_passed: counts.passed,
    train_failed: counts.failed,
    train_total: counts.total,
    train_results: counts.results,
    test_passed: held?.passed ?? null,
    test_failed: held?.failed ?? null,
    test_total: held?.total ?? null,
    test_results: held?.results ?? null,
    // Repeated under the older names, from before the split.
    ...counts,
  };
}

function countsOf(results: readonly TriggerResult[]) {
  const { passed, failed, total } = measureTriggers(results);
  return { passed, failed, total, results: results.map(toTriggerRow) };
}
