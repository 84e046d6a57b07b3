import {
  findValue,
  number,
  readBoolean,
  readMap,
  readNumber,
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
  checkTimeout,
  checkVersion,
  nameFault,
  pathFault,
  snippetFault,
  type TextFault,
  toPlainPath,
} from "../testing/check-values.ts";
import { readVariables } from "../testing/read-test-config.ts";
import { type Complaint, findJsonFault, type RecordShape } from "../testing/read-test-file.ts";
import { type EvalRead, type ReadEvalFile, readEvalFile, record } from "./read-eval-file.ts";

/** Settings for the evals of a UAAPS package: `evals/eval-config.json`. */
export type EvalConfig = {
  readonly engine: EvalEngine;
  readonly timeoutSeconds: number;
  /** The judge model; the engine's model when absent. */
  readonly judge?: string;
  readonly sandbox: {
    readonly network: boolean;
    /** Writable folders of the workspace; empty means all of it. */
    readonly writablePaths: readonly string[];
  };
  readonly environment: Readonly<Record<string, string>>;
};

type EvalEngine = "claude-code" | "codex";

/** One eval of a UAAPS package: `evals/cases/*.yaml`. */
export type EvalCase = {
  readonly name: string;
  readonly description?: string;
  readonly target?: EvalTarget;
  readonly input: {
    readonly prompt: string;
    /** Fixtures to copy, relative to `evals/`. */
    readonly files: readonly string[];
    /** Files that exist in the workspace beforehand, by their paths there. */
    readonly workspaceFiles: readonly string[];
  };
  readonly expected: {
    readonly contains: readonly string[];
    readonly notContains: readonly string[];
    readonly filesCreated: readonly string[];
    /** Whether a hook must have blocked the agent; not checked when absent. */
    readonly agentBlocked?: boolean;
  };
  /** The judge's criteria. */
  readonly criteria: string;
};

type EvalTarget = { readonly kind: "skill" | "hook" | "agent"; readonly name: string };

type ReadEvalCaseOptions = {
  /** Whether a fixture exists, by its path below `evals/`. Not checked when absent. */
  readonly hasFile?: (path: string) => boolean;
};

/** Reads an `evals/cases/*.yaml` of a UAAPS package. */
export function readEvalCase(
  source: string,
  file: string,
  options: ReadEvalCaseOptions = {},
): ReadEvalFile<EvalCase> {
  return readEvalFile(source, file, { shape: caseShape, read: (node) => readCaseNode(node, options) });
}

const caseShape: RecordShape = record(
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

function readCaseNode(node: YamlNode, options: ReadEvalCaseOptions): EvalRead<EvalCase> {
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

const engines: readonly EvalEngine[] = ["claude-code", "codex"];
/** Reserved by UAAPS; they cannot run headless. */
const reserved: readonly string[] = ["copilot", "cursor"];

/** Reads the `evals/eval-config.json` of a UAAPS package. */
export function readEvalConfig(source: string, file: string): ReadEvalFile<EvalConfig> {
  return readEvalFile(source, file, { syntaxFault: findJsonFault, shape: configShape, read: readConfigNode });
}

const configShape: RecordShape = {
  type: "record",
  fields: {
    version: number,
    engine: { type: "choice", of: [...engines, ...reserved] },
    timeout: number,
    judge: text,
    sandbox: { type: "record", fields: { network: toggle, "writable-paths": texts } },
    env: { type: "dictionary", value: text },
  },
  required: ["version", "engine"],
};

function readConfigNode(node: YamlNode): EvalRead<EvalConfig> {
  const map = readMap(node);
  const engine = findValue(map, "engine");
  const timeout = findValue(map, "timeout");
  const judge = findValue(map, "judge");
  const sandbox = readMap(findValue(map, "sandbox"));
  const writable = findValue(sandbox, "writable-paths");
  const paths = writable?.kind === "list" ? writable.items : [];
  const variables = readVariables(findValue(map, "env"));
  return {
    value: compact<EvalConfig>({
      engine: engines.find((known) => known === readText(engine)) ?? "claude-code",
      timeoutSeconds: readNumber(timeout) ?? evalsLimits.evalSeconds,
      judge: readText(judge),
      sandbox: {
        network: readBoolean(findValue(sandbox, "network")) ?? false,
        writablePaths: paths.map((path) => toPlainPath(readText(path) ?? "")),
      },
      environment: variables.value,
    }),
    complaints: [
      ...checkVersion(findValue(map, "version")),
      ...checkTimeout(timeout, evalsLimits.mostEvalSeconds),
      ...findReserved(engine),
      ...checkText(judge, "judge", snippetFault),
      ...checkTexts(writable, "sandbox.writable-paths", {
        most: evalsLimits.testExpectations,
        fault: folderFault,
      }),
      ...variables.complaints,
    ],
  };
}

function findReserved(node: YamlNode | undefined): readonly Complaint[] {
  const name = readText(node) ?? "";
  if (!node || !reserved.includes(name)) return [];
  const message = `engine: ${name} is reserved and cannot run headless. Use ${engines.join(" or ")}.`;
  return [{ span: node.span, message }];
}

/** `.` is the workspace itself. */
const folderFault: TextFault = (path) => (/^\.\/?$/.test(path) ? undefined : pathFault(path));
