import {
  findValue,
  number,
  readNumber,
  readSwitch,
  readText,
  texts,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { checkNumber } from "../testing/check-numbers.ts";
import { checkTexts } from "../testing/check-texts.ts";
import type { Complaint } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import { pathFault, type TextFault, toPlainPath } from "../testing/text-faults.ts";
import { joinPlace, type ReadPart } from "./find-misfits.ts";
import { scenariosLimits } from "./limits.ts";
import type { ReadScenariosOptions } from "./read-scenarios.ts";
import { readToolAnswers, toolAnswerShape } from "./read-tool-answers.ts";
import { readTurns, turnShape } from "./read-turns.ts";
import type { ScenarioCase } from "./scenario.ts";
import { labelFault } from "./scenario-faults.ts";

/** How to run a case; a scenario may set it for all its cases. */
export type CaseSettings = Pick<
  ScenarioCase,
  "tags" | "files" | "tools" | "turns" | "activate" | "timeoutSeconds" | "maxSteps"
>;

export type SettingsPlace = {
  /** The path in the file. */
  readonly place: string;
  readonly options: ReadScenariosOptions;
  /** Defaults from the scenario. */
  readonly settings?: CaseSettings;
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
  { place, options, settings = usualSettings }: SettingsPlace,
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
      activate: readSwitch(findValue(map, "activate")) ?? settings.activate,
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

const usualSettings: CaseSettings = { tags: [], files: [], tools: [], activate: true };

function readList(node: YamlNode | undefined): readonly string[] | undefined {
  return node?.kind === "list" ? node.items.map((item) => readText(item) ?? "") : undefined;
}

function checkLists(
  map: YamlMap,
  place: string,
  { hasFile = () => true }: ReadScenariosOptions,
): readonly Complaint[] {
  const most = evalsLimits.testExpectations;
  const fileFault: TextFault = (path) =>
    pathFault(path) ?? (hasFile(toPlainPath(path)) ? undefined : "no such file in the skill");
  return [
    ...checkTexts(findValue(map, "tags"), joinPlace(place, "tags"), { most, fault: labelFault }),
    ...checkTexts(findValue(map, "files"), joinPlace(place, "files"), { most, fault: fileFault }),
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
