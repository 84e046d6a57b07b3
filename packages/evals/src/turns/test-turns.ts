import type { AgentModel } from "@skillwright/runtime/agent";
import { createTurnModel, type StreamPart, type TurnRequest } from "./create-turn-model.ts";
import { type ModelTurn, mapTexts } from "./model-turn.ts";

import { createPlaceNames, type Place } from "./place-names.ts";

/** A request of the AI SDK. */
export function requestOf(
  prompt: TurnRequest["prompt"],
  more: Partial<Omit<TurnRequest, "prompt">> = {},
): TurnRequest {
  return { prompt, ...more };
}

export function userSays(text: string): TurnRequest["prompt"][number] {
  return { role: "user", content: [{ type: "text", text }] };
}

export function toolAnswers(
  toolCallId: string,
  value: Extract<ToolOutput, { type: "json" }>["value"],
): TurnRequest["prompt"][number] {
  const output = { type: "json" as const, value };
  return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName: "bash", output }] };
}

type ToolContent = Extract<TurnRequest["prompt"][number], { role: "tool" }>["content"][number];
type ToolOutput = Extract<ToolContent, { type: "tool-result" }>["output"];

/** A model whose turns know the agent's folder, as real models do. */
export function createActor(turns: readonly ((folder: string) => ModelTurn)[]): AgentModel {
  const left = [...turns];
  return createTurnModel(
    async (request) => {
      const turn = left.shift();
      if (turn === undefined) throw new Error("the actor has no more to say");
      return turn(folderIn(request));
    },
    { modelId: "actor" },
  );
}

function folderIn({ prompt }: TurnRequest): string {
  return /You work in the folder (\S+)\. /.exec(JSON.stringify(prompt))?.[1] ?? "nowhere";
}

/** A value without what differs between runs. */
export function withoutChance(value: object, places: readonly Place[]): unknown {
  const names = createPlaceNames(places)();
  const steady = (text: string): string =>
    names.nameRequest(text.replace(/"duration_ms":\d+/g, '"duration_ms":0'));
  return { ...Object(mapTexts(value, steady)), durationMs: 0 };
}

/** Narrows a model to version 4. */
export function asV4(model: AgentModel): Extract<AgentModel, { specificationVersion: "v4" }> {
  if (model.specificationVersion !== "v4") throw new Error(`not v4: ${model.specificationVersion}`);
  return model;
}

export async function partsOf(model: AgentModel, request: TurnRequest): Promise<readonly StreamPart[]> {
  const { stream } = await asV4(model).doStream(request);
  const parts: StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}
