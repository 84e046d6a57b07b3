import {
  findEntry,
  findValue,
  readMap,
  readText,
  text,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { blankFault, checkText, type FixtureOptions, labelFault } from "../testing/check-values.ts";
import {
  type Complaint,
  checkShape,
  joinPlace,
  type ReadPart,
  type RecordShape,
} from "../testing/read-test-file.ts";
import { assertionShape, readAssertions } from "./read-assertions.ts";
import { readSettings, type SettingsPlace, settingFields } from "./read-settings.ts";
import type { Scenario, ScenarioCase } from "./scenario.ts";

/** Reads a scenario in either shape. The flat shape holds its only case directly instead of a list. */
export function readScenario(node: YamlNode, place: string, options: FixtureOptions): ReadPart<Scenario> {
  if (node.kind !== "map")
    return { value: { name: "", cases: [] }, complaints: checkShape(node, flatShape, place) };
  return readWithAliases(node, place, (map) => readScenarioMap(map, place, options));
}

function readScenarioMap(map: YamlMap, place: string, options: FixtureOptions): ReadPart<Scenario> {
  const shape = isFlat(map) ? flatShape : groupedShape;
  const name = findValue(map, "name");
  const cases = shape === flatShape ? readOnlyCase(map, place, options) : readCases(map, place, options);
  return {
    value: compact<Scenario>({
      name: readText(name) ?? "",
      description: readText(findValue(map, "description")),
      cases: cases.value,
    }),
    complaints: [
      ...checkShape(map, shape, place),
      ...checkText(name, joinPlace(place, "name"), labelFault),
      ...cases.complaints,
    ],
  };
}

const caseFields: RecordShape["fields"] = {
  name: text,
  input: text,
  assertions: { type: "list", item: assertionShape },
  expectedBehavior: text,
  expectedOutput: text,
  ...settingFields,
};

const flatShape: RecordShape = {
  type: "record",
  fields: { ...caseFields, description: text },
  required: ["name", "input"],
};

/** Cases are checked one by one. */
const groupedShape: RecordShape = {
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
  options: FixtureOptions,
): ReadPart<readonly ScenarioCase[]> {
  const { value, complaints } = readCaseMap(map, { place, options });
  return { value: [value], complaints };
}

function readCases(map: YamlMap, place: string, options: FixtureOptions): ReadPart<readonly ScenarioCase[]> {
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
      ...findDuplicateNames(list, at),
    ],
  };
}

const caseShape: RecordShape = { type: "record", fields: caseFields, required: ["name", "input"] };

function readCase(node: YamlNode, at: SettingsPlace): ReadPart<ScenarioCase> {
  if (node.kind !== "map") return { value: emptyCase, complaints: checkShape(node, caseShape, at.place) };
  return readWithAliases(node, at.place, (map) => {
    const { value, complaints } = readCaseMap(map, at);
    return {
      value,
      complaints: [
        ...checkShape(map, caseShape, at.place),
        ...checkText(findValue(map, "name"), joinPlace(at.place, "name"), labelFault),
        ...complaints,
      ],
    };
  });
}

const emptyCase: ScenarioCase = {
  name: "",
  input: "",
  activate: true,
  assertions: [],
  tags: [],
  files: [],
  tools: [],
};

/** Reads a case; the caller checks its name and shape. */
function readCaseMap(map: YamlMap, at: SettingsPlace): ReadPart<ScenarioCase> {
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
      ...requireExpectations(map, place),
    ],
  };
}

/** A case without expectations would always pass. */
function requireExpectations(map: YamlMap, place: string): readonly Complaint[] {
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

/** OmniForge uses camel case, our other files use hyphens; accept both. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["expected-behavior", "expectedBehavior"],
  ["expected-output", "expectedOutput"],
  ["max-steps", "maxSteps"],
]);

/** Reads a mapping with OmniForge's spelling of its keys. Problems use the author's spelling. */
function readWithAliases<Value>(
  map: YamlMap,
  place: string,
  read: (renamed: YamlMap) => ReadPart<Value>,
): ReadPart<Value> {
  const entries = map.entries.map((entry): YamlEntry => {
    const text = aliases.get(entry.key.text);
    return text === undefined ? entry : { ...entry, key: { ...entry.key, text } };
  });
  const { value, complaints } = read({ ...map, entries });
  const own = complaints.map(({ span, message }) => ({ span, message: respell(message, map, place) }));
  return { value, complaints: [...findBothSpellings(map, place), ...own] };
}

function findBothSpellings(map: YamlMap, place: string): readonly Complaint[] {
  return [...aliases].flatMap(([one, other]) => {
    const key = findEntry(map, one)?.key;
    if (key === undefined || !findEntry(map, other)) return [];
    return [{ span: key.span, message: `${joinPlace(place, one)}: this is also given as ${other}.` }];
  });
}

/** Messages start with the place they are about. */
function respell(message: string, { entries }: YamlMap, place: string): string {
  for (const [one, other] of aliases) {
    const start = `${joinPlace(place, other)}:`;
    if (!message.startsWith(start)) continue;
    // The first of two aliases wins.
    const written = entries.find(({ key }) => key.text === one || key.text === other)?.key.text ?? other;
    return `${joinPlace(place, written)}:${message.slice(start.length)}`;
  }
  return message;
}

/** Reports duplicate names: results and recordings are found by name. */
export function findDuplicateNames({ items }: YamlList, place: string): readonly Complaint[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const node = findValue(readMap(item), "name");
    const name = readText(node);
    if (!node || name === undefined) return [];
    if (seen.has(name))
      return [
        {
          span: node.span,
          message: `${place}[${index}].name: there is already a case or scenario named ${name}.`,
        },
      ];
    seen.add(name);
    return [];
  });
}
