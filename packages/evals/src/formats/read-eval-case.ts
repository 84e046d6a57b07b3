import {
  findValue,
  readBoolean,
  readMap,
  readText,
  readTexts,
  text,
  texts,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import {
  blankFault,
  checkText,
  checkTexts,
  nameFault,
  pathFault,
  snippetFault,
  type TextFault,
  toPlainPath,
} from "../testing/check-values.ts";
import type { Complaint, RecordShape } from "../testing/read-test-file.ts";

import type { EvalCase, EvalTarget } from "./eval-case.ts";
import { type EvalRead, type ReadEvalFile, readEvalFile } from "./read-eval-file.ts";
import { record } from "./record.ts";

export type ReadEvalCaseOptions = {
  /** Whether a fixture exists, by its path below `evals/`. Not checked when absent. */
  readonly hasFile?: (path: string) => boolean;
};

/** Reads an `evals/cases/*.yaml` of a UAAPS package. */
export function readEvalCase(
  source: string,
  file: string,
  options: ReadEvalCaseOptions = {},
): ReadEvalFile<EvalCase> {
  return readEvalFile(source, file, { shape, read: (node) => read(node, options) });
}

const shape: RecordShape = record(
  {
    name: text,
    description: text,
    target: text,
    input: record({ prompt: text, files: texts, "workspace-files": texts }, ["prompt"]),
    expected: record(
      { contains: texts, "not-contains": texts, "files-created": texts, "agent-blocked": toggle },
      [],
    ),
    judge: record({ criteria: text }, ["criteria"]),
  },
  ["name", "input", "judge"],
);

function read(node: YamlNode, options: ReadEvalCaseOptions): EvalRead<EvalCase> {
  const map = readMap(node);
  const input = readMap(findValue(map, "input"));
  const expected = readMap(findValue(map, "expected"));
  return {
    value: compact<EvalCase>({
      name: readText(findValue(map, "name")) ?? "",
      description: readText(findValue(map, "description")),
      target: readTarget(readText(findValue(map, "target"))),
      input: {
        prompt: readText(findValue(input, "prompt")) ?? "",
        files: readPaths(input, "files"),
        workspaceFiles: readPaths(input, "workspace-files"),
      },
      expected: compact<EvalCase["expected"]>({
        contains: readList(expected, "contains"),
        notContains: readList(expected, "not-contains"),
        filesCreated: readPaths(expected, "files-created"),
        agentBlocked: readBoolean(findValue(expected, "agent-blocked")),
      }),
      criteria: readText(findValue(readMap(findValue(map, "judge")), "criteria"))?.trim() ?? "",
    }),
    complaints: [...checkHead(map), ...checkInput(input, options), ...checkExpected(expected)],
  };
}

function readTarget(target: string | undefined): EvalTarget | undefined {
  const [, kind, name] = /^(skill|hook|agent):(\S+)$/.exec(target ?? "") ?? [];
  const known = (["skill", "hook", "agent"] as const).find((one) => one === kind);
  return known && name !== undefined ? { kind: known, name } : undefined;
}

function readPaths(map: YamlMap | undefined, key: string): readonly string[] {
  return readList(map, key).map(toPlainPath);
}

function readList(map: YamlMap | undefined, key: string): readonly string[] {
  return readTexts(findValue(map, key)) ?? [];
}

function checkHead(map: YamlMap | undefined): readonly Complaint[] {
  const targetFault: TextFault = (target) =>
    readTarget(target) ? undefined : "expected skill:NAME, hook:EVENT or agent:NAME";
  return [
    ...checkText(findValue(map, "name"), "name", nameFault),
    ...checkText(findValue(map, "target"), "target", targetFault),
    ...checkText(findValue(readMap(findValue(map, "judge")), "criteria"), "judge.criteria", blankFault),
  ];
}

function checkInput(
  map: YamlMap | undefined,
  { hasFile = () => true }: ReadEvalCaseOptions,
): readonly Complaint[] {
  const fileFault: TextFault = (path) =>
    pathFault(path) ?? (hasFile(toPlainPath(path)) ? undefined : "no such file in evals");
  const most = evalsLimits.testExpectations;
  return [
    ...checkText(findValue(map, "prompt"), "input.prompt", blankFault),
    ...checkTexts(findValue(map, "files"), "input.files", { most, fault: fileFault }),
    ...checkTexts(findValue(map, "workspace-files"), "input.workspace-files", { most, fault: pathFault }),
  ];
}

function checkExpected(map: YamlMap | undefined): readonly Complaint[] {
  const faults = { contains: snippetFault, "not-contains": snippetFault, "files-created": pathFault };
  return Object.entries(faults).flatMap(([key, fault]) =>
    checkTexts(findValue(map, key), `expected.${key}`, { most: evalsLimits.testExpectations, fault }),
  );
}
