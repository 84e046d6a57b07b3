import {
  findValue,
  readMap,
  readMaps,
  readNumber,
  readText,
  toPlain,
  type YamlMap,
} from "@skillwright/core/parse";
import { policyLimits } from "@skillwright/core/policy";
import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import { agentLimits } from "@skillwright/runtime/agent";

/** One answer of a model: its text and its calls. Plain JSON data. */
export type ModelTurn = {
  readonly text?: string;
  readonly calls: readonly TurnCall[];
  readonly usage?: TurnUsage;
  /** Why it ended, unless `stop` or `tool-calls`. */
  readonly finish?: TurnFinish;
};

/** `input` is a string when it is not a JSON object; it is passed on as is. */
export type TurnCall = { readonly tool: string; readonly input: JsonObject | string };

type TurnUsage = {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};

type TurnFinish = (typeof turnFinishes)[number];

export const turnFinishes = ["length", "content-filter", "other"] as const;

/** Maps every text of a turn: what it says, the tools that it calls and their input. */
export function mapTurn({ text, calls, ...rest }: ModelTurn, map: (text: string) => string): ModelTurn {
  return {
    ...rest,
    ...compact({ text: text === undefined ? undefined : map(text) }),
    calls: calls.map(({ tool, input }) => ({
      tool: map(tool),
      input: typeof input === "string" ? map(input) : mapFields(input, map),
    })),
  };
}

/** Reads a turn from a file whose shape was checked. */
export function readTurn(map: YamlMap | undefined): ModelTurn {
  const finish = readText(findValue(map, "finish"));
  return compact<ModelTurn>({
    text: readText(findValue(map, "text")),
    calls: readMaps(map, "calls").map(readCall),
    usage: readUsage(readMap(findValue(map, "usage"))),
    finish: turnFinishes.find((one) => one === finish),
  });
}

function readCall(map: YamlMap): TurnCall {
  const node = findValue(map, "input");
  const input = node ? toPlain(node) : {};
  return {
    tool: readText(findValue(map, "tool")) ?? "",
    input: isJsonObject(input) ? input : (readText(node) ?? ""),
  };
}

function readUsage(map: YamlMap | undefined): TurnUsage | undefined {
  if (!map) return undefined;
  const amount = (key: keyof TurnUsage): number => readNumber(findValue(map, key)) ?? 0;
  return {
    inputTokens: amount("inputTokens"),
    cachedInputTokens: amount("cachedInputTokens"),
    outputTokens: amount("outputTokens"),
  };
}

/** Problems with a turn besides its shape; each starts with the place in it. */
export function turnFaults({ text = "", calls, usage, finish }: ModelTurn): readonly string[] {
  const most = policyLimits.toolNameCharacters;
  const isNamed = calls.every(({ tool }) => tool !== "" && tool.length <= most);
  const isCounted = Object.values(usage ?? {}).every((count) => Number.isSafeInteger(count) && count >= 0);
  return [
    ...(text.trim() === "" && calls.length === 0 && finish === undefined
      ? [": expected text or calls, found neither."]
      : []),
    ...(calls.length > agentLimits.callsPerAnswer
      ? [`.calls: at most ${agentLimits.callsPerAnswer} are allowed.`]
      : []),
    ...(isNamed ? [] : [`.calls: expected tool names of 1 to ${most} characters.`]),
    ...(isCounted ? [] : [".usage: expected non-negative whole numbers."]),
  ];
}

/** Maps every text in plain data, including keys. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  return isJsonObject(value) ? mapFields(value, map) : value;
}

function mapFields(
  object: Readonly<Record<string, unknown>>,
  map: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [map(key), mapTexts(value, map)]));
}
