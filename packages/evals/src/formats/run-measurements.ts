import {
  findValue,
  number,
  readMap,
  readNumber,
  readText,
  readTexts,
  text,
  texts,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkNumber } from "../testing/check-values.ts";
import type { Complaint, RecordShape } from "../testing/read-test-file.ts";
import { type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";
import { roundTo } from "./statistics.ts";

/** The time and tokens of one run: `timing.json`. What was not measured is absent, not 0. */
export type Timing = {
  readonly tokens?: number;
  readonly seconds?: number;
  readonly executor?: TimeSpan;
  readonly grader?: TimeSpan;
};

/** A part of a run. Times as ISO 8601. */
type TimeSpan = { readonly start?: string; readonly end?: string; readonly seconds?: number };

/** The text of `timing.json`, with the duration under both names, since each tool reads only one of them. */
export function toTimingText({ tokens, seconds, executor, grader }: Timing): string {
  return toJsonText({
    total_tokens: tokens,
    duration_ms: seconds === undefined ? undefined : Math.round(seconds * 1000),
    total_duration_seconds: seconds === undefined ? undefined : roundTo(seconds, 3),
    executor_start: executor?.start,
    executor_end: executor?.end,
    executor_duration_seconds: executor?.seconds,
    grader_start: grader?.start,
    grader_end: grader?.end,
    grader_duration_seconds: grader?.seconds,
  });
}

/** Reads `timing.json` in both dialects. */
export function readTiming(source: string, file: string): ReadEvalFile<Timing> {
  return readResultFile(source, file, {
    shape: timingShape,
    read: (node) => {
      const map = readMap(node);
      return { value: readTimingMap(map), complaints: amounts.flatMap((key) => checkAmount(map, key)) };
    },
  });
}

const amounts = ["total_tokens", "duration_ms", "total_duration_seconds"] as const;

export const timingShape: RecordShape = {
  type: "record",
  fields: {
    total_tokens: number,
    duration_ms: number,
    total_duration_seconds: number,
    executor_start: text,
    executor_end: text,
    executor_duration_seconds: number,
    grader_start: text,
    grader_end: text,
    grader_duration_seconds: number,
  },
};

export function readTimingMap(map: YamlMap | undefined): Timing {
  const amount = (key: string): number | undefined => readNumber(findValue(map, key));
  const milliseconds = amount("duration_ms");
  return compact<Timing>({
    tokens: amount("total_tokens"),
    // Prefer milliseconds: when both are present, the seconds are rounded.
    seconds: milliseconds === undefined ? amount("total_duration_seconds") : milliseconds / 1000,
    executor: readStretch(map, "executor"),
    grader: readStretch(map, "grader"),
  });
}

function readStretch(map: YamlMap | undefined, who: string): TimeSpan | undefined {
  const value = (what: string): YamlNode | undefined => findValue(map, `${who}_${what}`);
  const stretch = compact<TimeSpan>({
    start: readText(value("start")),
    end: readText(value("end")),
    seconds: readNumber(value("duration_seconds")),
  });
  return Object.keys(stretch).length > 0 ? stretch : undefined;
}

function checkAmount(map: YamlMap | undefined, key: string): readonly Complaint[] {
  return checkNumber(findValue(map, key), key, {
    holds: (value) => value >= 0,
    expected: "a non-negative number",
  });
}

/** Counts of what one run did. What was not counted is absent, not 0. */
export type ExecutionMetrics = {
  readonly toolCalls: Readonly<Record<string, number>>;
  readonly totalToolCalls?: number;
  readonly totalSteps?: number;
  /** Only in `metrics.json`, not in the copy in a grading. */
  readonly filesCreated?: readonly string[];
  readonly errors?: number;
  readonly outputCharacters?: number;
  readonly transcriptCharacters?: number;
};

/** The text of `metrics.json`, which is among the outputs of a run. */
export function toMetricsText(metrics: ExecutionMetrics): string {
  return toJsonText(toMetricsJson(metrics));
}

/** Reads `metrics.json`. */
export function readMetrics(source: string, file: string): ReadEvalFile<ExecutionMetrics> {
  return readResultFile(source, file, {
    shape: metricsFileShape,
    read: (node) => {
      const map = readMap(node);
      return {
        value: readMetricsMap(map) ?? { toolCalls: {} },
        complaints: countKeys.flatMap((key) => checkNumber(findValue(map, key), key, count)),
      };
    },
  });
}

const countKeys = [
  "total_tool_calls",
  "total_steps",
  "errors_encountered",
  "output_chars",
  "transcript_chars",
] as const;

const count = { holds: (value: number): boolean => value >= 0, expected: "a non-negative number" };

/** Judges write the copy in a grading, so its shape is loose. */
export const metricsShape: RecordShape = record({ tool_calls: { type: "dictionary", value: number } });

const metricsFileShape: RecordShape = record({
  ...metricsShape.fields,
  ...Object.fromEntries(countKeys.map((key) => [key, number])),
  files_created: texts,
});

export function toMetricsJson(metrics: ExecutionMetrics): object {
  return {
    tool_calls: metrics.toolCalls,
    total_tool_calls: metrics.totalToolCalls,
    total_steps: metrics.totalSteps,
    files_created: metrics.filesCreated,
    errors_encountered: metrics.errors,
    output_chars: metrics.outputCharacters,
    transcript_chars: metrics.transcriptCharacters,
  };
}

export function readMetricsMap(map: YamlMap | undefined): ExecutionMetrics | undefined {
  if (!map) return undefined;
  const value = (key: string): number | undefined => readNumber(findValue(map, key));
  const calls = readMap(findValue(map, "tool_calls"))?.entries ?? [];
  return compact<ExecutionMetrics>({
    toolCalls: Object.fromEntries(calls.map((call) => [call.key.text, readNumber(call.value) ?? 0])),
    totalToolCalls: value("total_tool_calls"),
    totalSteps: value("total_steps"),
    filesCreated: readTexts(findValue(map, "files_created")),
    errors: value("errors_encountered"),
    outputCharacters: value("output_chars"),
    transcriptCharacters: value("transcript_chars"),
  });
}
