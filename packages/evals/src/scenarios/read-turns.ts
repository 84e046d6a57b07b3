import {
  findEntry,
  findValue,
  readMap,
  readMaps,
  readText,
  text,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { checkText } from "../testing/check-texts.ts";
import type { Complaint } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import type { ReadPart } from "./find-misfits.ts";
import { scenariosLimits } from "./limits.ts";
import { readObject } from "./read-tool-answers.ts";
import type { ScriptedTurn } from "./scenario.ts";
import { findExcess, labelFault } from "./scenario-faults.ts";

export const turnShape: RecordShape = {
  type: "record",
  fields: {
    text,
    calls: {
      type: "list",
      item: {
        type: "record",
        fields: { tool: text, input: { type: "dictionary", value: { type: "anything" } } },
        required: ["tool"],
      },
    },
  },
};

/** Reads `turns`, the answers of a scripted model. */
export function readTurns(
  node: YamlNode | undefined,
  place: string,
): ReadPart<readonly ScriptedTurn[] | undefined> {
  if (node?.kind !== "list") return { value: undefined, complaints: [] };
  const none = { span: node.span, message: `${place}: expected turns, found none.` };
  return {
    value: node.items.map((item) => readTurn(readMap(item))),
    complaints: [
      ...(node.items.length === 0 ? [none] : []),
      ...findExcess(node, place, scenariosLimits.mostAgentSteps),
      ...node.items.flatMap((item, index) => checkTurn(readMap(item), `${place}[${index}]`)),
    ],
  };
}

function readTurn(map: YamlMap | undefined): ScriptedTurn {
  return compact<ScriptedTurn>({
    text: readText(findValue(map, "text")),
    calls: readMaps(map, "calls").map((call) => ({
      tool: readText(findValue(call, "tool")) ?? "",
      input: readObject(findValue(call, "input")),
    })),
  });
}

function checkTurn(map: YamlMap | undefined, place: string): readonly Complaint[] {
  if (map === undefined) return [];
  const calls = findValue(map, "calls");
  const { start } = map.span;
  const isEmpty = !findEntry(map, "text") && !(calls?.kind === "list" && calls.items.length > 0);
  const empty = { span: { start, end: start }, message: `${place}: expected text or calls, found neither.` };
  return [
    ...(isEmpty ? [empty] : []),
    ...(calls ? findExcess(calls, `${place}.calls`, evalsLimits.testExpectations) : []),
    ...readMaps(map, "calls").flatMap((call, index) =>
      checkText(findValue(call, "tool"), `${place}.calls[${index}].tool`, labelFault),
    ),
  ];
}
