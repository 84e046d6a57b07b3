import {
  findEntry,
  findValue,
  readMap,
  readText,
  text,
  texts,
  typeName,
  type YamlMap,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import type { CommandInput, HookInput, ReadTestFile, TestCase, TestInput } from "./case.ts";
import { checkText, checkTexts } from "./check-texts.ts";
import type { Complaint } from "./complaints.ts";
import { expectedShape, readExpected } from "./read-expected.ts";
import { type RecordShape, readTestFile } from "./read-test-file.ts";
import { hookShape, readTestHook } from "./read-test-hook.ts";
import { commandFault, nameFault, pathFault, type TextFault, toPlainPath } from "./text-faults.ts";

export type ReadCaseOptions = {
  /** Whether a fixture exists, by its path in the skill. Not checked when absent. */
  readonly hasFile?: (path: string) => boolean;
};

/** Reads `tests/cases/*.yaml` as UAAPS defines it, with our extensions. */
export function readTestCase(
  source: string,
  file: string,
  options: ReadCaseOptions = {},
): ReadTestFile<TestCase> {
  return readTestFile(source, file, { shape, read: (map) => read(map, options) });
}

const shape: RecordShape = {
  type: "record",
  fields: {
    name: text,
    description: text,
    input: {
      type: "record",
      fields: { command: text, stdin: { type: "anything" }, files: texts, hook: hookShape },
    },
    expected: expectedShape,
  },
  required: ["name", "input"],
};

type Read<Value> = { readonly value: Value; readonly complaints: readonly Complaint[] };

function read(map: YamlMap, options: ReadCaseOptions): Read<TestCase> {
  const name = findValue(map, "name");
  const input = readInput(readMap(findValue(map, "input")), options);
  const expected = readExpected(map, input.value.kind);
  return {
    value: compact<TestCase>({
      name: readText(name) ?? "",
      description: readText(findValue(map, "description")),
      input: input.value,
      expected: expected.value,
    }),
    complaints: [...checkText(name, "name", nameFault), ...input.complaints, ...expected.complaints],
  };
}

function readInput(map: YamlMap | undefined, { hasFile = () => true }: ReadCaseOptions): Read<TestInput> {
  const hook = findEntry(map, "hook");
  const list = findValue(map, "files");
  const files = list?.kind === "list" ? list.items.map((item) => toPlainPath(readText(item) ?? "")) : [];
  const fileFault: TextFault = (path) =>
    pathFault(path) ?? (hasFile(toPlainPath(path)) ? undefined : "no such file in the skill");
  const read = hook ? readHookInput(map, readMap(hook.value)) : readCommand(map);
  return {
    value: { ...read.value, files },
    complaints: [
      ...read.complaints,
      ...checkTexts(list, "input.files", { most: evalsLimits.testExpectations, fault: fileFault }),
    ],
  };
}

function readCommand(map: YamlMap | undefined): Read<CommandInput> {
  const command = findValue(map, "command");
  const stdin = findValue(map, "stdin");
  const { start } = map?.span ?? { start: 0 };
  const missing = { span: { start, end: start }, message: "input.command: expected a value, found nothing." };
  return {
    value: compact<CommandInput>({
      kind: "command",
      command: readText(command) ?? "",
      stdin: readText(stdin),
    }),
    complaints: [
      ...(map && !command ? [missing] : []),
      ...checkText(command, "input.command", commandFault),
      ...(stdin && stdin.kind !== "scalar"
        ? [{ span: stdin.span, message: `input.stdin: expected text or null, found ${typeName(stdin)}.` }]
        : []),
    ],
  };
}

/** A hook gets its event on standard input, and the skill defines its command. */
function readHookInput(input: YamlMap | undefined, map: YamlMap | undefined): Read<HookInput> {
  const { hook, complaints } = readTestHook(map);
  const foreign = ["command", "stdin"].flatMap((name) => findEntry(input, name)?.key ?? []);
  return {
    value: { kind: "hook", hook },
    complaints: [
      ...complaints,
      ...foreign.map((key) => ({
        span: key.span,
        message: `input.${key.text}: a case has either this or a hook, not both.`,
      })),
    ],
  };
}
