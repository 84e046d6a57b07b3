import {
  findValue,
  number,
  readBoolean,
  readMap,
  readNumber,
  readText,
  text,
  texts,
  toggle,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import {
  checkText,
  checkTexts,
  checkTimeout,
  checkVersion,
  pathFault,
  snippetFault,
  type TextFault,
  toPlainPath,
} from "../testing/check-values.ts";
import { readVariables } from "../testing/read-test-config.ts";
import { type Complaint, findJsonFault, type RecordShape } from "../testing/read-test-file.ts";

import type { EvalConfig, EvalEngine } from "./eval-case.ts";
import { type EvalRead, type ReadEvalFile, readEvalFile } from "./read-eval-file.ts";

const engines: readonly EvalEngine[] = ["claude-code", "codex"];
/** Reserved by UAAPS; they cannot run headless. */
const reserved: readonly string[] = ["copilot", "cursor"];

/** Reads the `evals/eval-config.json` of a UAAPS package. */
export function readEvalConfig(source: string, file: string): ReadEvalFile<EvalConfig> {
  return readEvalFile(source, file, { syntaxFault: findJsonFault, shape, read });
}

const shape: RecordShape = {
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

function read(node: YamlNode): EvalRead<EvalConfig> {
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
