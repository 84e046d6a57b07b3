import {
  findValue,
  number,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTexts,
  type Shape,
  text,
  texts,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkNumber } from "../testing/check-values.ts";
import type { Complaint, RecordShape } from "../testing/read-test-file.ts";

import { deltaOf } from "./aggregate.ts";
import {
  type Benchmark,
  type BenchmarkMetadata,
  type ConfigurationSummary,
  type Delta,
  type Metric,
  metricKeys,
  metrics,
  type RunResult,
} from "./benchmark.ts";
import type { EvalRead, ReadEvalFile } from "./read-eval-file.ts";
import { readEvalId } from "./read-evals.ts";
import { gradesShape, readGrades, readRate } from "./read-grading.ts";
import { readResultFile } from "./read-result-file.ts";
import { record } from "./record.ts";
import type { Spread } from "./statistics.ts";

/** Reads `benchmark.json` in both dialects. */
export function readBenchmark(source: string, file: string): ReadEvalFile<Benchmark> {
  return readResultFile(source, file, { shape, read });
}

const spreadShape = record({ mean: number, min: number, max: number }, ["mean"]);
const byMetric = (value: Shape): RecordShape =>
  record(Object.fromEntries(Object.values(metricKeys).map((key) => [key, value])));
const summaryShape = byMetric(spreadShape);

const shape: RecordShape = record(
  {
    metadata: record({ evals_run: { type: "list", item: text }, runs_per_configuration: number }),
    runs: {
      type: "list",
      item: record(
        {
          eval_id: text,
          eval_name: text,
          configuration: text,
          run_number: number,
          result: record({ pass_rate: number, passed: number, failed: number, total: number }),
          expectations: gradesShape,
          notes: texts,
        },
        ["eval_id", "configuration", "result"],
      ),
    },
    run_summary: record({
      with_skill: summaryShape,
      without_skill: summaryShape,
      old_skill: summaryShape,
      new_skill: summaryShape,
      delta: { type: "anything" },
    }),
    notes: texts,
  },
  ["run_summary"],
);

function read(node: YamlNode): EvalRead<Benchmark> {
  const map = readMap(node);
  const summaries = readMap(findValue(map, "run_summary"));
  const summary = Object.fromEntries(
    (summaries?.entries ?? []).flatMap(({ key, value }) =>
      key.text === "delta" || value.kind !== "map" ? [] : [[key.text, readSummary(value)]],
    ),
  );
  const delta = deltaOf(summary);
  const runs = readMaps(map, "runs");
  return {
    value: compact<Benchmark>({
      metadata: readMetadata(readMap(findValue(map, "metadata"))),
      runs: runs.map(readRun),
      summary,
      delta,
      notes: readTexts(findValue(map, "notes")) ?? [],
    }),
    complaints: runs.flatMap((run, index) => checkRate(run, `runs[${index}].result.pass_rate`)),
    notes: delta ? findReversed(readMap(findValue(summaries, "delta")), delta) : [],
  };
}

function readSummary(map: YamlMap): ConfigurationSummary {
  const spread = (metric: Metric): Spread | undefined =>
    readSpread(readMap(findValue(map, metricKeys[metric])));
  return compact<ConfigurationSummary>({
    passRate: spread("passRate"),
    timeSeconds: spread("timeSeconds"),
    tokens: spread("tokens"),
  });
}

function readSpread(map: YamlMap | undefined): Spread | undefined {
  const mean = readNumber(findValue(map, "mean"));
  if (mean === undefined) return undefined;
  return compact<Spread>({
    mean,
    stddev: readNumber(findValue(map, "stddev")) ?? 0,
    min: readNumber(findValue(map, "min")),
    max: readNumber(findValue(map, "max")),
  });
}

function readMetadata(map: YamlMap | undefined): BenchmarkMetadata | undefined {
  if (!map) return undefined;
  // The aggregator writes the placeholder `<model-name>` for unknown values.
  const told = (key: string): string | undefined => {
    const value = readText(findValue(map, key));
    return value === undefined || /^<.*>$/.test(value) ? undefined : value;
  };
  const evals = findValue(map, "evals_run");
  return compact<BenchmarkMetadata>({
    skillName: told("skill_name"),
    skillPath: told("skill_path"),
    executorModel: told("executor_model"),
    analyzerModel: told("analyzer_model"),
    timestamp: told("timestamp"),
    evalsRun: evals?.kind === "list" ? evals.items.flatMap((item) => readEvalId(item) ?? []) : [],
    runsPerConfiguration: readNumber(findValue(map, "runs_per_configuration")) ?? 0,
  });
}

function readRun(map: YamlMap): RunResult {
  const result = readMap(findValue(map, "result"));
  const value = (key: string): number | undefined => readNumber(findValue(result, key));
  return compact<RunResult>({
    evalId: readEvalId(findValue(map, "eval_id")) ?? "",
    evalName: readText(findValue(map, "eval_name")),
    configuration: readText(findValue(map, "configuration")) ?? "",
    run: readNumber(findValue(map, "run_number")) ?? 1,
    passRate: readRate(result),
    passed: value("passed") ?? 0,
    failed: value("failed") ?? 0,
    total: value("total") ?? 0,
    timeSeconds: value("time_seconds"),
    tokens: value("tokens"),
    toolCalls: value("tool_calls"),
    errors: value("errors"),
    grades: [...readGrades(map, "expectations"), ...readGrades(map, "assertion_results")],
    notes: readTexts(findValue(map, "notes")) ?? [],
  });
}

function checkRate(run: YamlMap, place: string): readonly Complaint[] {
  return checkNumber(findValue(readMap(findValue(run, "result")), "pass_rate"), place, {
    holds: (rate) => rate >= 0 && rate <= 1,
    expected: "a number from 0 to 1",
  });
}

/** Checks the sign of a stated difference: the aggregator orders names alphabetically and puts `old_skill` first. */
function findReversed(stated: YamlMap | undefined, delta: Delta): readonly Complaint[] {
  return metrics.flatMap((metric) => {
    const node = findValue(stated, metricKeys[metric]);
    const value = Number((readText(node) ?? "").replace("\u2212", "-"));
    const own = delta[metric];
    if (!node || own === undefined || !Number.isFinite(value) || Math.sign(value) * Math.sign(own) >= 0)
      return [];
    const message = `run_summary.delta.${metricKeys[metric]}: ${value} has the wrong sign; with the skill minus without is ${own}.`;
    return [{ span: node.span, message }];
  });
}
