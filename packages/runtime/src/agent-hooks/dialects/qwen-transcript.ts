import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { ReadEnd } from "../read-end.ts";
import { isWord } from "./read-event.ts";
import { findEarlierCalls, type WrittenCall } from "./transcript.ts";

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
export function readEarlierCalls({ call, ...transcript }: Asked): readonly WrittenCall[] {
  return findEarlierCalls(transcript, (end) => {
    const message = messageWith(call, end);
    const isThere = message !== undefined;
    const earlier = message?.slice(
      0,
      message.findIndex(({ id }) => id === call),
    );
    return { earlier: earlier?.map(toWritten) ?? [], isThere, isEnough: isThere };
  });
}

/** The calls of the message that has this one; undefined if it is not there. */
function messageWith(call: string, end: string): readonly JsonObject[] | undefined {
  return end
    .split("\n")
    .filter((line) => line.includes(call))
    .map(callsIn)
    .findLast((calls) => calls.some(({ id }) => id === call));
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
