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
import { compact, isJsonObject } from "@skillwright/core/text";
import { agentLimits } from "@skillwright/runtime/agent";
import { type ModelTurn, type TurnCall, type TurnUsage, turnFinishes } from "./model-turn.ts";

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
