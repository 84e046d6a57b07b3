import {
  findValue,
  readMap,
  readSwitch,
  readText,
  text,
  toggle,
  toPlain,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { checkText } from "../testing/check-texts.ts";
import type { Complaint } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import { snippetFault } from "../testing/text-faults.ts";
import type { ReadPart } from "./find-misfits.ts";
import type { ToolAnswer } from "./scenario.ts";
import { findExcess, labelFault } from "./scenario-faults.ts";

export const toolAnswerShape: RecordShape = {
  type: "record",
  fields: {
    tool: text,
    when: { type: "dictionary", value: text },
    output: { type: "either", of: [text, { type: "dictionary", value: { type: "anything" } }] },
    fails: toggle,
    description: text,
  },
  required: ["tool", "output"],
};

/** Reads `tools`: predefined answers in place of tools. */
export function readToolAnswers(
  node: YamlNode | undefined,
  place: string,
): ReadPart<readonly ToolAnswer[] | undefined> {
  if (node?.kind !== "list") return { value: undefined, complaints: [] };
  const maps = node.items.map(readMap);
  return {
    value: maps.map(readAnswer),
    complaints: [
      ...findExcess(node, place, evalsLimits.testExpectations),
      ...maps.flatMap((map, index) => checkAnswer(map, `${place}[${index}]`)),
    ],
  };
}

function readAnswer(map: YamlMap | undefined): ToolAnswer {
  return compact<ToolAnswer>({
    tool: readText(findValue(map, "tool")) ?? "",
    when: readConditions(readMap(findValue(map, "when"))),
    output: readText(findValue(map, "output")) ?? readObject(findValue(map, "output")),
    fails: readSwitch(findValue(map, "fails")) ?? false,
    description: readText(findValue(map, "description")),
  });
}

/** Without a prototype, so that `__proto__` is an ordinary key. */
function readConditions(map: YamlMap | undefined): ToolAnswer["when"] {
  if (map === undefined) return undefined;
  const conditions: Record<string, string> = Object.create(null);
  for (const { key, value } of map.entries) conditions[key.text] = readText(value) ?? "";
  return conditions;
}

export function readObject(node: YamlNode | undefined): JsonObject {
  const plain = node && toPlain(node);
  return isJsonObject(plain) ? plain : {};
}

function checkAnswer(map: YamlMap | undefined, place: string): readonly Complaint[] {
  const when = readMap(findValue(map, "when"));
  return [
    ...checkText(findValue(map, "tool"), `${place}.tool`, labelFault),
    ...(when?.entries ?? []).flatMap(({ key, value }) =>
      checkText(value, `${place}.when.${key.text}`, snippetFault),
    ),
  ];
}
