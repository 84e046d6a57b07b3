import { findEntry, findValue, readText, text, type YamlMap, type YamlNode } from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkText } from "../testing/check-texts.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import { findDoubles } from "./find-doubles.ts";
import { findMisfits, joinPlace, type ReadPart } from "./find-misfits.ts";
import { caseFields, readCase, readCaseMap } from "./read-scenario-case.ts";
import type { ReadScenariosOptions } from "./read-scenarios.ts";
import { readSettings, settingFields } from "./read-settings.ts";
import { readRenamed } from "./rename-keys.ts";
import type { Scenario, ScenarioCase } from "./scenario.ts";
import { labelFault } from "./scenario-faults.ts";

/** Reads a scenario in either shape. The flat shape holds its only case directly instead of a list. */
export function readScenario(
  node: YamlNode,
  place: string,
  options: ReadScenariosOptions,
): ReadPart<Scenario> {
  if (node.kind !== "map")
    return { value: { name: "", cases: [] }, complaints: findMisfits(node, flat, place) };
  return readRenamed(node, place, (map) => readScenarioMap(map, place, options));
}

function readScenarioMap(map: YamlMap, place: string, options: ReadScenariosOptions): ReadPart<Scenario> {
  const shape = isFlat(map) ? flat : grouped;
  const name = findValue(map, "name");
  const cases = shape === flat ? readOnlyCase(map, place, options) : readCases(map, place, options);
  return {
    value: compact<Scenario>({
      name: readText(name) ?? "",
      description: readText(findValue(map, "description")),
      cases: cases.value,
    }),
    complaints: [
      ...findMisfits(map, shape, place),
      ...checkText(name, joinPlace(place, "name"), labelFault),
      ...cases.complaints,
    ],
  };
}

const flat: RecordShape = {
  type: "record",
  fields: { ...caseFields, description: text },
  required: ["name", "input"],
};

/** Cases are checked one by one. */
const grouped: RecordShape = {
  type: "record",
  fields: {
    name: text,
    description: text,
    cases: { type: "list", item: { type: "anything" } },
    ...settingFields,
  },
  required: ["name", "cases"],
};

/** A scenario with no key of a case is a grouped one that lacks `cases`. */
function isFlat(map: YamlMap): boolean {
  const has = (key: string): boolean => findEntry(map, key) !== undefined;
  return !has("cases") && ["input", "assertions", "expectedOutput", "expectedBehavior"].some(has);
}

function readOnlyCase(
  map: YamlMap,
  place: string,
  options: ReadScenariosOptions,
): ReadPart<readonly ScenarioCase[]> {
  const { value, complaints } = readCaseMap(map, { place, options });
  return { value: [value], complaints };
}

function readCases(
  map: YamlMap,
  place: string,
  options: ReadScenariosOptions,
): ReadPart<readonly ScenarioCase[]> {
  const list = findValue(map, "cases");
  const settings = readSettings(map, { place, options });
  if (list?.kind !== "list") return { value: [], complaints: settings.complaints };
  const at = joinPlace(place, "cases");
  const cases = list.items.map((item, index) =>
    readCase(item, { place: `${at}[${index}]`, options, settings: settings.value }),
  );
  const none = { span: list.span, message: `${at}: expected cases, found none.` };
  return {
    value: cases.map(({ value }) => value),
    complaints: [
      ...settings.complaints,
      ...(cases.length === 0 ? [none] : []),
      ...cases.flatMap(({ complaints }) => complaints),
      ...findDoubles(list, at),
    ],
  };
}
