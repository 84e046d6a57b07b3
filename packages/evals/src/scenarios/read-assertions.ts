import { findValue, readMap, readText, text, type YamlMap, type YamlNode } from "@skillwright/core/parse";
import { compact, suggest } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import {
  agentPathFault,
  blankFault,
  checkText,
  commandFault,
  expressionFault,
  findExcess,
  snippetFault,
  type TextFault,
} from "../testing/check-values.ts";
import type { Complaint, ReadPart, RecordShape } from "../testing/read-test-file.ts";
import { type Assertion, type AssertionType, assertionTypes } from "../trials/judge-assertion.ts";

export const assertionShape: RecordShape = {
  type: "record",
  fields: { type: text, value: text, description: text },
  required: ["type", "value"],
};

export function readAssertions(node: YamlNode | undefined, place: string): ReadPart<readonly Assertion[]> {
  if (node?.kind !== "list") return { value: [], complaints: [] };
  const maps = node.items.map(readMap);
  return {
    value: maps.map(readAssertion),
    complaints: [
      ...findExcess(node, place, evalsLimits.testExpectations),
      ...maps.flatMap((map, index) => checkAssertion(map, `${place}[${index}]`)),
    ],
  };
}

function readAssertion(map: YamlMap | undefined): Assertion {
  return compact<Assertion>({
    type: findType(map) ?? "custom",
    value: readText(findValue(map, "value")) ?? "",
    description: readText(findValue(map, "description")),
  });
}

function findType(map: YamlMap | undefined): AssertionType | undefined {
  const type = readText(findValue(map, "type"));
  return assertionTypes.find((known) => known === type);
}

function checkAssertion(map: YamlMap | undefined, place: string): readonly Complaint[] {
  const type = findType(map);
  return [
    ...checkText(findValue(map, "type"), `${place}.type`, typeFault),
    ...(type ? checkText(findValue(map, "value"), `${place}.value`, valueFaults[type]) : []),
  ];
}

const typeFault: TextFault = (type) => {
  if (assertionTypes.some((known) => known === type)) return undefined;
  const near = suggest(type, assertionTypes);
  return near === undefined
    ? `unknown type of assertion; expected one of ${assertionTypes.join(", ")}`
    : `unknown type of assertion; the nearest is ${near}`;
};

/** Why the value of an assertion is invalid, by type: such an assertion could never hold. */
export const valueFaults: Readonly<Record<AssertionType, TextFault>> = {
  contains: snippetFault,
  "not-contains": snippetFault,
  "matches-regex": expressionFault,
  "file-created": agentPathFault,
  "file-modified": agentPathFault,
  "command-executed": commandFault,
  custom: blankFault,
};
