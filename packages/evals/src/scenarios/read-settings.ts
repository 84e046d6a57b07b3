import {
  findEntry,
  findValue,
  number,
  readBoolean,
  readMap,
  readMaps,
  readNumber,
  readText,
  text,
  texts,
  toggle,
  toPlain,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import {
  checkNumber,
  checkText,
  checkTexts,
  type FixtureOptions,
  findExcess,
  fixtureFault,
  labelFault,
  snippetFault,
  toPlainPath,
} from "../testing/check-values.ts";
import { type Complaint, joinPlace, type ReadPart, type RecordShape } from "../testing/read-test-file.ts";
import { type ModelTurn, readTurn } from "../turns/model-turn.ts";
import { scenariosLimits } from "./limits.ts";
import type { ScenarioCase, ToolAnswer } from "./scenario.ts";

/** How to run a case; a scenario may set it for all its cases. */
export type CaseSettings = Pick<
  ScenarioCase,
  "tags" | "files" | "tools" | "turns" | "activate" | "timeoutSeconds" | "maxSteps"
>;

export type SettingsPlace = {
  /** The path in the file. */
  readonly place: string;
  readonly options: FixtureOptions;
  /** Defaults from the scenario. */
  readonly settings?: CaseSettings;
};

const toolAnswerShape: RecordShape = {
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

const turnShape: RecordShape = {
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

export const settingFields: RecordShape["fields"] = {
  tags: texts,
  files: texts,
  tools: { type: "list", item: toolAnswerShape },
  turns: { type: "list", item: turnShape },
  activate: toggle,
  timeout: number,
  maxSteps: number,
};

/** Reads settings. A case overrides its scenario, except for tags, which are merged. */
export function readSettings(
  map: YamlMap,
  { place, options, settings = defaultSettings }: SettingsPlace,
): ReadPart<CaseSettings> {
  const tools = readToolAnswers(findValue(map, "tools"), joinPlace(place, "tools"));
  const turns = readTurns(findValue(map, "turns"), joinPlace(place, "turns"));
  const files = readList(findValue(map, "files"));
  return {
    value: compact<CaseSettings>({
      tags: [...new Set([...settings.tags, ...(readList(findValue(map, "tags")) ?? [])])],
      files: files?.map(toPlainPath) ?? settings.files,
      tools: tools.value ?? settings.tools,
      turns: turns.value ?? settings.turns,
      activate: readBoolean(findValue(map, "activate")) ?? settings.activate,
      timeoutSeconds: readNumber(findValue(map, "timeout")) ?? settings.timeoutSeconds,
      maxSteps: readNumber(findValue(map, "maxSteps")) ?? settings.maxSteps,
    }),
    complaints: [
      ...checkLists(map, place, options),
      ...tools.complaints,
      ...turns.complaints,
      ...checkBounds(map, place),
    ],
  };
}

const defaultSettings: CaseSettings = { tags: [], files: [], tools: [], activate: true };

function readList(node: YamlNode | undefined): readonly string[] | undefined {
  return node?.kind === "list" ? node.items.map((item) => readText(item) ?? "") : undefined;
}

function checkLists(map: YamlMap, place: string, options: FixtureOptions): readonly Complaint[] {
  const most = evalsLimits.testExpectations;
  return [
    ...checkTexts(findValue(map, "tags"), joinPlace(place, "tags"), { most, fault: labelFault }),
    ...checkTexts(findValue(map, "files"), joinPlace(place, "files"), { most, fault: fixtureFault(options) }),
  ];
}

function checkBounds(map: YamlMap, place: string): readonly Complaint[] {
  const { mostEvalSeconds: seconds } = evalsLimits;
  const { mostAgentSteps: steps } = scenariosLimits;
  return [
    ...checkNumber(findValue(map, "timeout"), joinPlace(place, "timeout"), {
      holds: (value) => value > 0 && value <= seconds,
      expected: `seconds, more than 0 and at most ${seconds}`,
    }),
    ...checkNumber(findValue(map, "maxSteps"), joinPlace(place, "maxSteps"), {
      holds: (value) => Number.isInteger(value) && value >= 1 && value <= steps,
      expected: `a whole number from 1 to ${steps}`,
    }),
  ];
}

/** Reads `tools`: predefined answers in place of tools. */
function readToolAnswers(
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
    fails: readBoolean(findValue(map, "fails")) ?? false,
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

function readObject(node: YamlNode | undefined): JsonObject {
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

/** Reads `turns`, the answers of a scripted model. */
function readTurns(node: YamlNode | undefined, place: string): ReadPart<readonly ModelTurn[] | undefined> {
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
