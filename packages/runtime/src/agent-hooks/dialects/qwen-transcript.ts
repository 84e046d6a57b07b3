import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import { agentHooksLimits } from "../limits.ts";
import type { ReadEnd } from "../read-end.ts";
import { pause, type WrittenCall } from "./codex-transcript.ts";
import { isWord } from "./read-event.ts";

type Asked = {
  readonly path: string;
  /** The provider's id of the call. */
  readonly call: string;
  readonly readEnd: ReadEnd;
  /** False for calls that the transcript never has: those of sub-agents. */
  readonly mayWait: boolean;
};

/**
 * The calls before this one in the same message of the model. Qwen Code starts the hooks of calls that change nothing at once, and
 * writes the message into its transcript at the same time.
 */
export function readEarlierCalls({ path, call, readEnd, mayWait }: Asked): readonly WrittenCall[] {
  const attempts = mayWait ? agentHooksLimits.transcriptMs / agentHooksLimits.pollMs : 1;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) pause(agentHooksLimits.pollMs);
    const calls = lookBack(path, call, readEnd);
    if (calls === "unreadable") return [];
    const at = calls?.findIndex(({ id }) => id === call) ?? -1;
    if (calls !== undefined && at !== -1) return calls.slice(0, at).map(toWritten);
  }
  return [];
}

/** The calls of the message that has this one; undefined if it is not there yet. */
function lookBack(
  path: string,
  call: string,
  readEnd: ReadEnd,
): readonly JsonObject[] | "unreadable" | undefined {
  for (const bytes of agentHooksLimits.transcriptBytes) {
    const end = readEnd(path, bytes);
    if (end === undefined) return "unreadable";
    const message = end
      .split("\n")
      .filter((line) => line.includes(call))
      .map(callsIn)
      .find((calls) => calls.some(({ id }) => id === call));
    if (message !== undefined || end.length < bytes) return message;
  }
  return undefined;
}

function callsIn(line: string): readonly JsonObject[] {
  const entry = parseJson(line);
  const message = isJsonObject(entry) && entry.type === "assistant" ? entry.message : undefined;
  const parts = isJsonObject(message) && Array.isArray(message.parts) ? message.parts : [];
  return parts.flatMap((part: unknown) =>
    isJsonObject(part) && isJsonObject(part.functionCall) ? [part.functionCall] : [],
  );
}

/** A call through `tool_call` counts as that of its own tool, as in hooks. */
function toWritten({ name, args }: JsonObject): WrittenCall {
  if (name !== "tool_call" || !isJsonObject(args) || !isWord(args.name))
    return { tool: String(name), input: args };
  return { tool: args.name, input: args.arguments };
}
