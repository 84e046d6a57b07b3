import { cutEnd, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { ReadEnd } from "../read-end.ts";
import { isWord } from "./read-event.ts";
import { findEarlierCalls, type WrittenCall } from "./transcript.ts";

type Asked = { readonly path: string; readonly call: string; readonly readEnd: ReadEnd };

/**
 * The calls before this one that have no result yet, oldest first. Codex starts the hooks of one message at once, and
 * has all its calls in the transcript by then, or does soon.
 */
export function readPendingCalls({ path, call, readEnd }: Asked): readonly WrittenCall[] {
  return findEarlierCalls({ path, readEnd, mayWait: !codeMode.test(call) }, (end) => ({
    ...readLines(end, call),
    isEnough: boundary.test(end),
  }));
}

/** Calls that a program in Codex's code mode makes have such ids, and are not in the transcript. */
const codeMode = /^exec-/;

/** What is written before a message of the model: a result, or the beginning of a turn. */
const boundary = /"type":"(?:[a-z_]+_output|turn_context)"/;

/** Some providers use the same ids in every message, so a call counts only until its result. */
function readLines(end: string, call: string): { earlier: readonly WrittenCall[]; isThere: boolean } {
  let before: readonly WrittenCall[] | undefined;
  const pending = new Map<string, WrittenCall>();
  for (const line of end.split("\n")) {
    if (!line.includes("_call")) continue;
    const item = itemIn(line);
    const { call_id: id } = item;
    if (!isWord(id)) continue;
    const written = toCall(item);
    if (id === call) before = written && [...pending.values()];
    if (written === undefined) pending.delete(id);
    else pending.set(id, written);
  }
  return { earlier: before ?? [...pending.values()], isThere: before !== undefined };
}

/** Empty for other lines, and for those cut off at either end. */
function itemIn(line: string): JsonObject {
  const entry = parseJson(line);
  const item = isJsonObject(entry) && entry.type === "response_item" ? entry.payload : undefined;
  return isJsonObject(item) ? item : {};
}

/** Undefined for the result of a call. */
function toCall({ type, name, namespace, arguments: args }: JsonObject): WrittenCall | undefined {
  if (type !== "function_call" && type !== "custom_tool_call") return undefined;
  const tool = isWord(namespace) ? `${cutEnd(namespace, /_/)}__${name}` : String(name);
  // Only calls with JSON load skills.
  return { tool, input: parseJson(String(args)) };
}
