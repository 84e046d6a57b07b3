import { compact, readMap, readNumber, readSwitch, readText } from "../parse/node-readers.ts";
import { number, type Shape, text, toggle } from "../parse/shape.ts";
import { findValue, type YamlMap, type YamlNode } from "../parse/yaml-node.ts";
import type { Complaint } from "../testing/complaints.ts";
import { judgeTrigger, type ThresholdOptions, type TriggerResult } from "./judge-trigger.ts";
import type { EvalDialect } from "./output-eval.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { toJsonText } from "./to-json-text.ts";

/** How a description did. */
export type TriggerResults = {
  readonly skillName?: string;
  readonly description?: string;
  readonly results: readonly TriggerResult[];
};

/** The text of results: rows alone in the guide's dialect, with a summary in skill-creator's. */
export function toTriggerResultsText(
  { skillName, description, results }: TriggerResults,
  dialect: EvalDialect,
): string {
  const rows = results.map(({ query, shouldTrigger, triggers, runs, rate, pass }) => ({
    query,
    should_trigger: shouldTrigger,
    triggers,
    runs,
    trigger_rate: rate,
    pass,
  }));
  if (dialect === "guide") return toJsonText(rows);
  const passed = results.filter(({ pass }) => pass).length;
  const total = results.length;
  return toJsonText({
    skill_name: skillName,
    description,
    results: rows,
    summary: { total, passed, failed: total - passed },
  });
}

/**
 * Reads results in both dialects. Whether a query passed is judged anew from its counts, so that results of tools that
 * judge differently can be compared.
 */
export function readTriggerResults(
  source: string,
  file: string,
  options: ThresholdOptions = {},
): ReadEvalFile<TriggerResults> {
  const isList = /^\ufeff?\s*\[/.test(source);
  return readResultFile(source, file, {
    shape: isList ? rowsShape : { type: "record", fields: { results: rowsShape }, required: ["results"] },
    read: (node) => {
      const map = readMap(node);
      const rows = readRows(isList ? node : findValue(map, "results"));
      return {
        value: compact<TriggerResults>({
          skillName: readText(findValue(map, "skill_name")),
          description: readText(findValue(map, "description")),
          results: rows.map((row) => readRow(row, options)),
        }),
        complaints: rows.flatMap((row, index) => checkCounts(row, `${isList ? "" : "results"}[${index}]`)),
      };
    },
  });
}

const rowsShape: Shape = {
  type: "list",
  item: {
    type: "record",
    fields: { query: text, should_trigger: toggle, triggers: number, runs: number },
    required: ["query", "should_trigger", "triggers", "runs"],
  },
};

function readRows(node: YamlNode | undefined): readonly YamlMap[] {
  return node?.kind === "list" ? node.items.filter((item) => item.kind === "map") : [];
}

function readRow(row: YamlMap, options: ThresholdOptions): TriggerResult {
  const counted = {
    query: readText(findValue(row, "query")) ?? "",
    shouldTrigger: readSwitch(findValue(row, "should_trigger")) ?? false,
    triggers: readNumber(findValue(row, "triggers")) ?? 0,
    runs: readNumber(findValue(row, "runs")) ?? 0,
  };
  return judgeTrigger(counted, options);
}

function checkCounts(row: YamlMap, place: string): readonly Complaint[] {
  const triggers = readNumber(findValue(row, "triggers"));
  const runs = readNumber(findValue(row, "runs"));
  if (triggers === undefined || runs === undefined || (triggers >= 0 && triggers <= runs)) return [];
  return [
    { span: row.span, message: `${place}.triggers: expected a number from 0 to ${runs}, found ${triggers}.` },
  ];
}
