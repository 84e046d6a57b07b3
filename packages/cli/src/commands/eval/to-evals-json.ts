import { compact } from "@skillwright/core/text";
import type { EvalOutcome, Metric, RunOutcome, Spread, TriggerOutcome } from "@skillwright/evals";
import { safeJson } from "../../terminal/safe-text.ts";
import { toUsageJson } from "./eval-models.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import type { Evaluation } from "./open-evaluation.ts";

export type EvalsRow = {
  readonly evaluated: EvaluationResult;
  readonly evaluation: Evaluation;
  readonly page: string | undefined;
};

/** Formats the results of an evaluation as JSON. */
export function toEvalsJson({ evaluated, evaluation, page }: EvalsRow): string {
  const { models, place } = evaluation;
  const { outputs, triggers, spent, durationMs } = evaluated;
  const row = {
    version: 1,
    skill: place.skill.name,
    model: models.agent.label,
    judge: models.judge?.label ?? null,
    outputs: outputs === undefined ? null : toOutputsRow(outputs),
    triggers: triggers === undefined ? null : toTriggersRow(triggers),
    spent: toUsageJson(spent, models),
    durationMs: Math.round(durationMs),
    report: page ?? null,
  };
  return `${safeJson(row, 2)}\n`;
}

function toOutputsRow(outcome: EvalOutcome): object {
  const { iteration, iterationFolder, isComplete, benchmark, significance, runs, comparisons, notes } =
    outcome;
  return {
    iteration,
    folder: iterationFolder,
    complete: isComplete,
    configurations: Object.entries(benchmark.summary).map(([name, summary]) => ({
      name,
      ...toMetrics((metric) => toSpread(summary[metric])),
    })),
    difference:
      benchmark.delta === undefined ? null : toMetrics((metric) => benchmark.delta?.[metric] ?? null),
    significance:
      significance === undefined
        ? null
        : toMetrics((metric) => {
            const { p, method, pairs, difference, interval, sentence } = significance[metric];
            return { p, method, pairs, difference, interval: interval ?? null, sentence };
          }),
    runs: runs.map(toRunRow),
    comparisons: comparisons.map(({ task, run, winner, reason }) => ({
      eval: task.id,
      run,
      winner: winner ?? null,
      ...compact({ reason }),
    })),
    notes,
  };
}

function toRunRow(outcome: RunOutcome): object {
  const { planned, status, kept } = outcome;
  const isGraded = outcome.status === "graded";
  return {
    eval: planned.task.id,
    configuration: planned.configuration.name,
    run: planned.run,
    status,
    kept,
    reason: isGraded ? undefined : outcome.reason,
    passed: isGraded ? outcome.grading.summary.passed : 0,
    failed: isGraded ? outcome.grading.summary.failed : 0,
    ungraded: isGraded ? outcome.unjudged : 0,
    grades: isGraded ? outcome.grading.grades : [],
  };
}

function toMetrics<Value>(read: (metric: Metric) => Value): Readonly<Record<Metric, Value>> {
  return { passRate: read("passRate"), timeSeconds: read("timeSeconds"), tokens: read("tokens") };
}

function toSpread(spread: Spread | undefined): object | null {
  if (spread === undefined) return null;
  const { mean, stddev, min, max } = spread;
  return { mean, stddev, min, max };
}

function toTriggersRow({ results, metrics: measured, missing, faults }: TriggerOutcome): object {
  const { passed, failed, untried, precision, recall, accuracy } = measured;
  return {
    complete: missing === 0,
    passed,
    failed,
    untried,
    precision: precision ?? null,
    recall: recall ?? null,
    accuracy: accuracy ?? null,
    queries: results.map(({ query, shouldTrigger, triggers, runs, rate, pass }) => ({
      query,
      shouldTrigger,
      triggers,
      runs,
      rate,
      pass: runs === 0 ? null : pass,
    })),
    faults: faults.length,
  };
}
