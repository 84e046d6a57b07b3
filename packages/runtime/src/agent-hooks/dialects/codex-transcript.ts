import { cutEnd, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { agentHooksLimits } from "../limits.ts";
import type { ReadEnd } from "../read-end.ts";
import { isWord } from "./read-event.ts";

/** A call as Codex writes it into its transcript. */
export type WrittenCall = { readonly tool: string; readonly input: unknown };

type Asked = { readonly path: string; readonly call: string; readonly readEnd: ReadEnd };

/**
 * The calls before this one that have no result yet, oldest first. Codex starts the hooks of one message at once, and
 * has all its calls in the transcript by then, or does soon.
 */
export function readPendingCalls({ path, call, readEnd }: Asked): readonly WrittenCall[] {
  const attempts = codeMode.test(call) ? 1 : agentHooksLimits.transcriptMs / agentHooksLimits.pollMs;
  let seen = lookBack(path, call, readEnd);
  for (let attempt = 1; attempt < attempts && seen !== undefined && !seen.isThere; attempt += 1) {
    pause(agentHooksLimits.pollMs);
    seen = lookBack(path, call, readEnd);
  }
  return seen?.pending ?? [];
}

/** Calls that a program in Codex's code mode makes have such ids, and are not in the transcript. */
const codeMode = /^exec-/;

/** A hook is a separate process, with nothing else to do. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

type Seen = {
  readonly pending: readonly WrittenCall[];
  /** Whether the call itself is in the transcript. */
  readonly isThere: boolean;
};

/** Reads more of a transcript whose end does not reach back to before the message. */
function lookBack(path: string, call: string, readEnd: ReadEnd): Seen | undefined {
  let seen: Seen | undefined;
  for (const bytes of agentHooksLimits.transcriptBytes) {
    const end = readEnd(path, bytes);
    if (end === undefined) return undefined;
    seen = readLines(end, call);
    if (boundary.test(end) || end.length < bytes) break;
  }
  return seen;
}

/** What is written before a message of the model: a result, or the beginning of a turn. */
const boundary = /"(?:[a-z_]+_output|turn_context)"/;

function readLines(end: string, call: string): Seen {
  const pending = new Map<string, WrittenCall>();
  for (const line of end.split("\n")) {
    if (!line.includes("_call")) continue;
    const item = itemIn(line);
    const id = item?.call_id;
    if (item === undefined || !isWord(id)) continue;
    if (id === call) return { pending: [...pending.values()], isThere: true };
    const written = toCall(item);
    if (written === undefined) pending.delete(id);
    else pending.set(id, written);
  }
  return { pending: [...pending.values()], isThere: false };
}

/** Undefined for other lines, and for those cut off at either end. */
function itemIn(line: string): JsonObject | undefined {
  const entry = parseJson(line);
  const item = isJsonObject(entry) && entry.type === "response_item" ? entry.payload : undefined;
  return isJsonObject(item) ? item : undefined;
}

/** Undefined for the result of a call. */
function toCall({ type, name, namespace, arguments: args, input }: JsonObject): WrittenCall | undefined {
  if (type !== "function_call" && type !== "custom_tool_call") return undefined;
  const tool = isWord(namespace) ? `${cutEnd(namespace, /_/)}__${name}` : String(name);
  return { tool, input: typeof args === "string" ? (parseJson(args) ?? args) : input };
}
