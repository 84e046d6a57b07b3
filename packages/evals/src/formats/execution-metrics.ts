import {
  findValue,
  number,
  readMap,
  readNumber,
  readTexts,
  texts,
  type YamlMap,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkNumber } from "../testing/check-values.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { record } from "./record.ts";
import { toJsonText } from "./to-json-text.ts";

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
        complaints: amounts.flatMap((key) => checkNumber(findValue(map, key), key, count)),
      };
    },
  });
}

const amounts = [
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
  ...Object.fromEntries(amounts.map((key) => [key, number])),
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
