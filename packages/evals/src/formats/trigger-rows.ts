import {
  findValue,
  number,
  readBoolean,
  readNumber,
  readText,
  type Shape,
  text,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import type { Complaint } from "../testing/read-test-file.ts";
import { judgeTrigger, type ThresholdOptions, type TriggerResult } from "./judge-trigger.ts";

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
