import {
  findEntry,
  findValue,
  hookEventSpellings,
  readMap,
  readText,
  type SkillHookEvent,
  text,
  texts,
  toPlain,
  typeName,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import type { CommandInput, HookInput, ReadTestFile, TestCase, TestHook, TestInput } from "./case.ts";
import {
  checkText,
  checkTexts,
  commandFault,
  type FixtureOptions,
  fixtureFault,
  nameFault,
  toPlainPath,
} from "./check-values.ts";
import { expectedShape, readExpected } from "./read-expected.ts";
import { type Complaint, type ReadPart, type RecordShape, readTestFile } from "./read-test-file.ts";

/** Reads `tests/cases/*.yaml` as UAAPS defines it, with our extensions. */
export function readTestCase(
  source: string,
  file: string,
  options: FixtureOptions = {},
): ReadTestFile<TestCase> {
  return readTestFile(source, file, { shape, read: (map) => read(map, options) });
}

const hookShape: RecordShape = {
  type: "record",
  fields: {
    event: { type: "choice", of: [...hookEventSpellings.keys()] },
    tool: text,
    input: { type: "dictionary", value: { type: "anything" } },
    response: { type: "anything" },
    prompt: text,
  },
  required: ["event"],
};

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

function read(map: YamlMap, options: FixtureOptions): ReadPart<TestCase> {
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

function readInput(map: YamlMap | undefined, options: FixtureOptions): ReadPart<TestInput> {
  const hook = findEntry(map, "hook");
  const list = findValue(map, "files");
  const files = list?.kind === "list" ? list.items.map((item) => toPlainPath(readText(item) ?? "")) : [];
  const read = hook ? readHookInput(map, readMap(hook.value)) : readCommand(map);
  return {
    value: { ...read.value, files },
    complaints: [
      ...read.complaints,
      ...checkTexts(list, "input.files", {
        most: evalsLimits.testExpectations,
        fault: fixtureFault(options),
      }),
    ],
  };
}

function readCommand(map: YamlMap | undefined): ReadPart<CommandInput> {
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
function readHookInput(input: YamlMap | undefined, map: YamlMap | undefined): ReadPart<HookInput> {
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

/**
 * The fields of each event. A tool event without a tool would match no hook, and the case would prove
 * nothing.
 */
const fieldsOf: Readonly<Partial<Record<SkillHookEvent, FieldNames>>> = {
  "pre-tool-use": { required: ["tool"], possible: ["input"] },
  "permission-request": { required: ["tool"], possible: ["input"] },
  "post-tool-use": { required: ["tool"], possible: ["input", "response"] },
  "pre-prompt": { required: ["prompt"], possible: [] },
};
type FieldNames = { readonly required: readonly string[]; readonly possible: readonly string[] };

/** Reads the event that a case sends to the skill's hooks, and checks that its fields fit. */
function readTestHook(map: YamlMap | undefined): {
  readonly hook: TestHook;
  readonly complaints: readonly Complaint[];
} {
  const event = readEvent(findValue(map, "event"));
  const plain = (name: string): ReturnType<typeof toPlain> | undefined => {
    const node = findValue(map, name);
    return node && toPlain(node);
  };
  return {
    hook: compact<TestHook>({
      event: event ?? "pre-tool-use",
      tool: readText(findValue(map, "tool")),
      input: plain("input"),
      response: plain("response"),
      prompt: readText(findValue(map, "prompt")),
    }),
    complaints: map && event ? checkFields(map, event) : [],
  };
}

function readEvent(node: YamlNode | undefined): SkillHookEvent | undefined {
  return hookEventSpellings.get(readText(node) ?? "");
}

function checkFields(map: YamlMap, event: SkillHookEvent): readonly Complaint[] {
  const { required, possible } = fieldsOf[event] ?? { required: [], possible: [] };
  const { start } = map.span;
  const missing = required.filter((name) => !findEntry(map, name));
  const other = Object.keys(hookShape.fields).filter(
    (name) => name !== "event" && !required.includes(name) && !possible.includes(name),
  );
  return [
    ...missing.map((name) => ({
      span: { start, end: start },
      message: `input.hook.${name}: expected a value, found nothing.`,
    })),
    ...other.flatMap((name) => {
      const key = findEntry(map, name)?.key;
      return key
        ? [{ span: key.span, message: `input.hook.${name}: the event ${event} has no such field.` }]
        : [];
    }),
  ];
}
