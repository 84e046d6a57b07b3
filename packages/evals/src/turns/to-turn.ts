import { isJsonObject, parseJson } from "@skillwright/core/text";
import { isNestedDeeper } from "@skillwright/runtime/agent";
import { evalsLimits } from "../limits.ts";
import { type ModelTurn, type TurnCall, turnFinishes } from "../scenarios/model-turn.ts";
import type { Generated, StreamPart } from "./create-turn-model.ts";
import { mapFields } from "./map-texts.ts";

/** The parts of an answer so far. */
export type Heard = {
  readonly text: string;
  readonly calls: readonly { readonly tool: string; readonly input: string }[];
  readonly hasFailed: boolean;
};

export const nothingHeard: Heard = { text: "", calls: [], hasFailed: false };

type Content = Generated["content"][number];

export function hear(heard: Heard, part: StreamPart | Content): Heard {
  if (part.type === "error") return { ...heard, hasFailed: true };
  if (part.type === "text-delta") return { ...heard, text: heard.text + part.delta };
  if (part.type === "text") return { ...heard, text: heard.text + part.text };
  if (part.type !== "tool-call" || part.providerExecuted === true) return heard;
  return { ...heard, calls: [...heard.calls, { tool: part.toolName, input: part.input }] };
}

export type Ending = Pick<Generated, "finishReason" | "usage">;

/** A complete answer as it is recorded; undefined for one that the agent rejects and asks for again. */
export function toTurn(
  { text, calls, hasFailed }: Heard,
  { finishReason: { unified }, usage }: Ending,
  hide: (text: string) => string,
): ModelTurn | undefined {
  if (hasFailed || unified === "error" || unified === "interrupted") return undefined;
  const finish = turnFinishes.find((one) => one === unified);
  if (text.trim() === "" && calls.length === 0 && finish !== "length" && finish !== "content-filter")
    return undefined;
  return {
    ...(text === "" ? {} : { text: hide(text) }),
    calls: calls.map(({ tool, input }): TurnCall => ({ tool: hide(tool), input: readInput(input, hide) })),
    usage: {
      inputTokens: usage.inputTokens.total ?? 0,
      cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
      outputTokens: usage.outputTokens.total ?? 0,
    },
    ...(finish === undefined ? {} : { finish }),
  };
}

function readInput(input: string, hide: (text: string) => string): TurnCall["input"] {
  // The file's depth is limited; deeper input is recorded as text.
  const value = isNestedDeeper(input, inputLevels) ? undefined : parseJson(input);
  return isJsonObject(value) ? mapFields(value, hide) : hide(input);
}

/** A recording has six levels around a call's input. */
const inputLevels = evalsLimits.evalResultDepth - 8;
