import {
  findEntry,
  findValue,
  hookEventSpellings,
  readText,
  type SkillHookEvent,
  text,
  toPlain,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { TestHook } from "./case-hook.ts";
import type { Complaint } from "./complaints.ts";
import type { RecordShape } from "./read-test-file.ts";

export const hookShape: RecordShape = {
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
export function readTestHook(map: YamlMap | undefined): {
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
