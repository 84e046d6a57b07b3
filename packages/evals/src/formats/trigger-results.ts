import { findValue, readMap, readText } from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { ThresholdOptions, TriggerResult } from "./judge-trigger.ts";
import { measureTriggers } from "./measure-triggers.ts";
import type { EvalDialect } from "./output-eval.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { toJsonText } from "./to-json-text.ts";
import {
  checkTriggerRow,
  readTriggerRow,
  toTriggerRow,
  triggerRowsOf,
  triggerRowsShape,
} from "./trigger-rows.ts";

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
