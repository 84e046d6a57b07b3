import { findValue, readText, text, type YamlMap, type YamlNode } from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkText } from "../testing/check-texts.ts";
import type { Complaint } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import { blankFault } from "../testing/text-faults.ts";
import { findMisfits, joinPlace, type ReadPart } from "./find-misfits.ts";
import { assertionShape, readAssertions } from "./read-assertions.ts";
import { readSettings, type SettingsPlace, settingFields } from "./read-settings.ts";
import { readRenamed } from "./rename-keys.ts";
import type { ScenarioCase } from "./scenario.ts";
import { labelFault } from "./scenario-faults.ts";

export const caseFields: RecordShape["fields"] = {
  name: text,
  input: text,
  assertions: { type: "list", item: assertionShape },
  expectedBehavior: text,
  expectedOutput: text,
  ...settingFields,
};

const shape: RecordShape = { type: "record", fields: caseFields, required: ["name", "input"] };

export function readCase(node: YamlNode, at: SettingsPlace): ReadPart<ScenarioCase> {
  if (node.kind !== "map") return { value: emptyCase, complaints: findMisfits(node, shape, at.place) };
  return readRenamed(node, at.place, (map) => {
    const { value, complaints } = readCaseMap(map, at);
    return {
      value,
      complaints: [
        ...findMisfits(map, shape, at.place),
        ...checkText(findValue(map, "name"), joinPlace(at.place, "name"), labelFault),
        ...complaints,
      ],
    };
  });
}

const emptyCase: ScenarioCase = {
  ...{ name: "", input: "", activate: true },
  ...{ assertions: [], tags: [], files: [], tools: [] },
};

/** Reads a case; the caller checks its name and shape. */
export function readCaseMap(map: YamlMap, at: SettingsPlace): ReadPart<ScenarioCase> {
  const { place } = at;
  const assertions = readAssertions(findValue(map, "assertions"), joinPlace(place, "assertions"));
  const settings = readSettings(map, at);
  return {
    value: compact<ScenarioCase>({
      name: readText(findValue(map, "name")) ?? "",
      input: readText(findValue(map, "input")) ?? "",
      assertions: assertions.value,
      expectedBehavior: readText(findValue(map, "expectedBehavior")),
      expectedOutput: readText(findValue(map, "expectedOutput")),
      ...settings.value,
    }),
    complaints: [
      ...["input", "expectedBehavior", "expectedOutput"].flatMap((key) =>
        checkText(findValue(map, key), joinPlace(place, key), blankFault),
      ),
      ...assertions.complaints,
      ...settings.complaints,
      ...findEmptiness(map, place),
    ],
  };
}

/** A case without expectations would always pass. */
function findEmptiness(map: YamlMap, place: string): readonly Complaint[] {
  const list = findValue(map, "assertions");
  const expects =
    (list && !(list.kind === "list" && list.items.length === 0)) ||
    findValue(map, "expectedBehavior") ||
    findValue(map, "expectedOutput");
  if (expects) return [];
  const { start } = map.span;
  const message = "expected assertions, expectedBehavior or expectedOutput";
  return [{ span: { start, end: start }, message: `${place === "" ? "" : `${place}: `}${message}.` }];
}
