import {
  findValue,
  number,
  readBoolean,
  readMap,
  readNumber,
  readText,
  type Shape,
  text,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { Complaint } from "../testing/read-test-file.ts";
import type { EvalDialect } from "./evals-json.ts";
import { type ReadEvalFile, readResultFile, toJsonText } from "./read-eval-file.ts";

/** The trigger results of a description. */
export type TriggerResults = {
  readonly skillName?: string;
  readonly description?: string;
  readonly results: readonly TriggerResult[];
};

/** The text of `trigger_results.json`: only rows in the guide's dialect, with a summary in skill-creator's. */
export function toTriggerResultsText(
  { skillName, description, results }: TriggerResults,
  dialect: EvalDialect,
): string {
  const rows = results.map(toTriggerRow);
  if (dialect === "guide") return toJsonText(rows);
  const { total, passed, failed } = measureTriggers(results);
  return toJsonText({
    skill_name: skillName,
    description,
    results: rows,
    summary: { total, passed, failed },
  });
}

/**
 * Reads results in both dialects. Whether a query passed is recomputed from its counts, so that results of tools with
 * different thresholds can be compared.
 */
export function readTriggerResults(
  source: string,
  file: string,
  options: ThresholdOptions = {},
): ReadEvalFile<TriggerResults> {
  const isList = /^\ufeff?\s*\[/.test(source);
  return readResultFile(source, file, {
    shape: isList
      ? triggerRowsShape
      : { type: "record", fields: { results: triggerRowsShape }, required: ["results"] },
    read: (node) => {
      const map = readMap(node);
      const rows = triggerRowsOf(isList ? node : findValue(map, "results"));
      return {
        value: compact<TriggerResults>({
          skillName: readText(findValue(map, "skill_name")),
          description: readText(findValue(map, "description")),
          results: rows.map((row) => readTriggerRow(row, options)),
        }),
        complaints: rows.flatMap((row, index) =>
          checkTriggerRow(row, `${isList ? "" : "results"}[${index}]`),
        ),
      };
    },
  });
}

/** A request that must, or must not, make an agent use the skill. */
export type TriggerQuery = {
  readonly query: string;
  readonly shouldTrigger: boolean;
};

export type ThresholdOptions = {
  /** Half of the runs by default, as in both dialects. */
  readonly threshold?: number;
  /** Whether exactly the threshold is enough: `above` in the guide, `at-least` in skill-creator's script. */
  readonly rule?: "above" | "at-least";
};

/** How often one query made the agent use the skill. */
export type TriggerResult = TriggerQuery & {
  readonly triggers: number;
  readonly runs: number;
  /** `triggers` of `runs`, from 0 to 1. */
  readonly rate: number;
  /** Also false without runs: the formats have no other value for that. */
  readonly pass: boolean;
};

/**
 * Judges whether a query behaved as expected. One that should not trigger passes below the threshold, under both
 * rules.
 */
export function judgeTrigger(
  {
    query,
    shouldTrigger,
    triggers,
    runs,
  }: Pick<TriggerResult, "query" | "shouldTrigger" | "triggers" | "runs">,
  { threshold = 0.5, rule = "above" }: ThresholdOptions = {},
): TriggerResult {
  const rate = runs === 0 ? 0 : triggers / runs;
  const isTriggered = rule === "above" ? rate > threshold : rate >= threshold;
  // A query that was never run proves nothing.
  const pass = runs > 0 && (shouldTrigger ? isTriggered : rate < threshold);
  return { query, shouldTrigger, triggers, runs, rate, pass };
}

/** How well a description separates requests. Rates are computed over runs; absent when the denominator is 0. */
export type TriggerMetrics = {
  /** Queries with at least one run. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Queries without runs. */
  readonly untried: number;
  /** The share of runs using the skill that should have. */
  readonly precision?: number;
  /** The share of runs that should have used the skill and did. */
  readonly recall?: number;
  /** The share of all runs that behaved as expected. */
  readonly accuracy?: number;
};

export function measureTriggers(results: readonly TriggerResult[]): TriggerMetrics {
  const tried = results.filter((result) => result.runs > 0);
  const passed = tried.filter(({ pass }) => pass).length;
  const wanted = results.filter(({ shouldTrigger }) => shouldTrigger);
  const unwanted = results.filter(({ shouldTrigger }) => !shouldTrigger);
  const hits = sumOf(wanted, "triggers");
  const falseAlarms = sumOf(unwanted, "triggers");
  const runs = sumOf(results, "runs");
  const quiet = sumOf(unwanted, "runs") - falseAlarms;
  return {
    total: tried.length,
    passed,
    failed: tried.length - passed,
    untried: results.length - tried.length,
    ...share("precision", hits, hits + falseAlarms),
    ...share("recall", hits, sumOf(wanted, "runs")),
    ...share("accuracy", hits + quiet, runs),
  };
}

function sumOf(results: readonly TriggerResult[], key: "triggers" | "runs"): number {
  return results.reduce((sum, result) => sum + result[key], 0);
}

function share(
  name: "precision" | "recall" | "accuracy",
  part: number,
  whole: number,
): Partial<TriggerMetrics> {
  return whole === 0 ? {} : { [name]: part / whole };
}

/** The rows of trigger results, used by several files. */
export const triggerRowsShape: Shape = {
  type: "list",
  item: {
    type: "record",
    fields: { query: text, should_trigger: toggle, triggers: number, runs: number },
    required: ["query", "should_trigger", "triggers", "runs"],
  },
};

export function toTriggerRow({ query, shouldTrigger, triggers, runs, rate, pass }: TriggerResult): object {
  return { query, should_trigger: shouldTrigger, triggers, runs, trigger_rate: rate, pass };
}

export function triggerRowsOf(node: YamlNode | undefined): readonly YamlMap[] {
  return node?.kind === "list" ? node.items.filter((item) => item.kind === "map") : [];
}

export function readTriggerRow(row: YamlMap, options: ThresholdOptions): TriggerResult {
  const counted = {
    query: readText(findValue(row, "query")) ?? "",
    shouldTrigger: readBoolean(findValue(row, "should_trigger")) ?? false,
    triggers: readNumber(findValue(row, "triggers")) ?? 0,
    runs: readNumber(findValue(row, "runs")) ?? 0,
  };
  return judgeTrigger(counted, options);
}

export function checkTriggerRow(row: YamlMap, place: string): readonly Complaint[] {
  const triggers = readNumber(findValue(row, "triggers"));
  const runs = readNumber(findValue(row, "runs"));
  if (triggers === undefined || runs === undefined || (triggers >= 0 && triggers <= runs)) return [];
  return [
    { span: row.span, message: `${place}.triggers: expected a number from 0 to ${runs}, found ${triggers}.` },
  ];
}
