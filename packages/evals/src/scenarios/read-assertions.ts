import { findValue, readMap, readText, text, type YamlMap, type YamlNode } from "@skillwright/core/parse";
import { compact, suggest } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { checkText } from "../testing/check-texts.ts";
import type { Complaint } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import type { TextFault } from "../testing/text-faults.ts";
import { type Assertion, type AssertionType, assertionTypes } from "../trials/assertion.ts";
import type { ReadPart } from "./find-misfits.ts";
import { findExcess } from "./scenario-faults.ts";
import { valueFaults } from "./value-faults.ts";

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
