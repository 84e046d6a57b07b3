import {
  type Benchmark,
  type ConfigurationSummary,
  type Delta,
  metricKeys,
  metrics,
  type RunResult,
} from "./benchmark.ts";
import type { EvalDialect } from "./output-eval.ts";
import { roundTo } from "./statistics.ts";
import { toJsonText } from "./to-json-text.ts";

/**
 * The text of `benchmark.json`. The guide has only the summary, with numbers; skill-creator writes signed strings.
 */
export function toBenchmarkText(benchmark: Benchmark, dialect: EvalDialect): string {
  const { summary, delta, metadata, notes } = benchmark;
  const isGuide = dialect === "guide";
  const run_summary = {
    ...Object.fromEntries(Object.entries(summary).map(([name, one]) => [name, writeSummary(one, dialect)])),
    ...(delta ? { delta: isGuide ? writeDelta(delta) : writeSignedDelta(delta) } : {}),
  };
  if (isGuide) return toJsonText({ run_summary });
  return toJsonText({
    metadata: metadata && {
      skill_name: metadata.skillName,
      skill_path: metadata.skillPath,
      executor_model: metadata.executorModel,
      analyzer_model: metadata.analyzerModel,
      timestamp: metadata.timestamp,
      evals_run: metadata.evalsRun,
      runs_per_configuration: metadata.runsPerConfiguration,
    },
    runs: benchmark.runs.map(writeRun),
    run_summary,
    notes,
  });
}

function writeSummary(summary: ConfigurationSummary, dialect: EvalDialect): object {
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const spread = summary[metric];
      if (!spread) return [];
      const { mean, stddev } = spread;
      return [[metricKeys[metric], dialect === "guide" ? { mean, stddev } : spread]];
    }),
  );
}

function writeDelta(delta: Delta): object {
  return Object.fromEntries(metrics.map((metric) => [metricKeys[metric], delta[metric]]));
}

/** skill-creator's decimal places: `+0.50`, `+13.0`, `+1700`. */
const places = { passRate: 2, timeSeconds: 1, tokens: 0 } as const;

function writeSignedDelta(delta: Delta): object {
  return Object.fromEntries(
    metrics.map((metric) => {
      const value = delta[metric];
      return [metricKeys[metric], value === undefined ? undefined : toSigned(value, places[metric])];
    }),
  );
}

/** A number with its sign; 0 is positive. */
function toSigned(value: number, digits: number): string {
  const rounded = roundTo(value, digits);
  return `${rounded < 0 ? "-" : "+"}${Math.abs(rounded).toFixed(digits)}`;
}

function writeRun(run: RunResult): object {
  return {
    eval_id: run.evalId,
    eval_name: run.evalName,
    configuration: run.configuration,
    run_number: run.run,
    result: {
      // A total of 0 marks an ungraded run; other tools' pages read the rate without checking.
      pass_rate: roundTo(run.passRate ?? 0, 4),
      passed: run.passed,
      failed: run.failed,
      total: run.total,
      time_seconds: run.timeSeconds,
      tokens: run.tokens,
      tool_calls: run.toolCalls,
      errors: run.errors,
    },
    expectations: run.grades,
    notes: run.notes,
  };
}
