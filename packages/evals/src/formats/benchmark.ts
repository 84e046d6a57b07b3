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
import { type EvalDialect, type EvalId, readEvalId } from "./evals-json.ts";
import { type Grade, gradesShape, readGrades, readRate } from "./grading.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";
import { roundTo, type Spread } from "./statistics.ts";

/** The results of an iteration: `benchmark.json`. */
export type Benchmark = {
  /** Only in skill-creator's dialect. */
  readonly metadata?: BenchmarkMetadata;
  /** Only in skill-creator's dialect. */
  readonly runs: readonly RunResult[];
  /** By configuration. */
  readonly summary: Readonly<Record<string, ConfigurationSummary>>;
  /** With the skill minus without, or new minus old. */
  readonly delta?: Delta;
  readonly notes: readonly string[];
};

export type BenchmarkMetadata = {
  readonly skillName?: string;
  readonly skillPath?: string;
  readonly executorModel?: string;
  readonly analyzerModel?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly evalsRun: readonly EvalId[];
  readonly runsPerConfiguration: number;
};

/** The measurements of one run. What was not measured is absent, not 0. */
export type RunResult = {
  readonly evalId: EvalId;
  readonly evalName?: string;
  /** `with_skill`, `without_skill`, `old_skill`, or another tool's name. */
  readonly configuration: string;
  /** Counted from 1. */
  readonly run: number;
  /** From 0 to 1; absent when nothing was graded. */
  readonly passRate?: number;
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
  readonly timeSeconds?: number;
  readonly tokens?: number;
  readonly toolCalls?: number;
  readonly errors?: number;
  readonly grades: readonly Grade[];
  readonly notes: readonly string[];
};

export type Metric = "passRate" | "timeSeconds" | "tokens";
export const metrics: readonly Metric[] = ["passRate", "timeSeconds", "tokens"];
/** Their names in the file formats. */
const metricKeys: Readonly<Record<Metric, string>> = {
  passRate: "pass_rate",
  timeSeconds: "time_seconds",
  tokens: "tokens",
};

type ConfigurationSummary = Readonly<Partial<Record<Metric, Spread>>>;
export type Delta = Readonly<Partial<Record<Metric, number>>>;

/** Reads `benchmark.json` in both dialects. */
export function readBenchmark(source: string, file: string): ReadEvalFile<Benchmark> {
  return readResultFile(source, file, { shape: benchmarkShape, read: readBenchmarkNode });
}

const spreadShape = record({ mean: number, min: number, max: number }, ["mean"]);
const byMetric = (value: Shape): RecordShape =>
  record(Object.fromEntries(Object.values(metricKeys).map((key) => [key, value])));
const summaryShape = byMetric(spreadShape);

const benchmarkShape: RecordShape = record(
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

function readBenchmarkNode(node: YamlNode): EvalRead<Benchmark> {
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
    complaints: runs.flatMap((run, index) => checkRunRate(run, `runs[${index}].result.pass_rate`)),
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

function checkRunRate(run: YamlMap, place: string): readonly Complaint[] {
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

export type ByConfiguration<Value> = Readonly<Record<string, Readonly<Partial<Record<Metric, Value>>>>>;

/** Subject minus baseline for each metric measured on both sides; undefined when a side is missing. */
export function deltaOf(summary: ByConfiguration<Pick<Spread, "mean">>): Delta | undefined {
  const { subject, baseline } = rolesOf(Object.keys(summary));
  if (subject === undefined || baseline === undefined) return undefined;
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const one = summary[subject]?.[metric];
      const other = summary[baseline]?.[metric];
      return one && other ? [[metric, roundTo(one.mean - other.mean, 4)]] : [];
    }),
  );
}

/** Which configuration is evaluated, and which one is the baseline. */
export type Roles = { readonly subject?: string; readonly baseline?: string };

/**
 * Assigns roles by the names both dialects use. `without_skill` takes precedence over `old_skill` as the baseline.
 */
export function rolesOf(configurations: Iterable<string>): Roles {
  const names = new Set(configurations);
  const subject = subjects.find((name) => names.has(name));
  const baseline = baselines.find((name) => names.has(name));
  return { ...compact({ subject, baseline }) };
}

const subjects = ["with_skill", "new_skill"];
const baselines = ["without_skill", "old_skill"];
