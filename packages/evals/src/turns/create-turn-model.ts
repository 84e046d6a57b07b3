import { type AgentModel, ModelFailure } from "@skillwright/runtime/agent";
import type { ModelTurn } from "./model-turn.ts";

type ModelV4 = Extract<AgentModel, { readonly specificationVersion: "v4" }>;
/** The AI SDK's options of one call. */
export type TurnRequest = Parameters<ModelV4["doStream"]>[0];
export type Generated = Awaited<ReturnType<ModelV4["doGenerate"]>>;
export type StreamPart =
  Awaited<ReturnType<ModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

export type TurnModelOptions = { readonly modelId?: string; readonly provider?: string };

/** A model that answers with the turns that `next` returns; what `next` throws is the model's failure. */
export function createTurnModel(
  next: (request: TurnRequest) => Promise<ModelTurn>,
  { modelId = "turns", provider = "skillwright" }: TurnModelOptions = {},
): AgentModel {
  let calls = 0;
  const nextCall = (): string => `call-${++calls}`;
  const answer = async (request: TurnRequest): Promise<Generated> => {
    request.abortSignal?.throwIfAborted();
    return toGenerated(await next(request), nextCall);
  };
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    supportedUrls: {},
    doGenerate: answer,
    doStream: async (request) => ({
      stream: ReadableStream.from<StreamPart>(toParts(await answer(request))),
    }),
  };
}

function toGenerated({ text = "", calls, usage, finish }: ModelTurn, nextCall: () => string): Generated {
  const unified = finish ?? (calls.length > 0 ? "tool-calls" : "stop");
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = usage ?? {};
  return {
    content: [
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ tool, input }) => ({
        type: "tool-call" as const,
        toolCallId: nextCall(),
        toolName: tool,
        input: typeof input === "string" ? input : JSON.stringify(input),
      })),
    ],
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: inputTokens - cachedInputTokens,
        cacheRead: cachedInputTokens,
        cacheWrite: 0,
      },
      outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
    },
    warnings: [],
  };
}

function toParts({ content, finishReason, usage, warnings }: Generated): readonly StreamPart[] {
  return [
    { type: "stream-start", warnings },
    ...content.flatMap((part): readonly StreamPart[] => {
      if (part.type === "tool-call") return [part];
      if (part.type !== "text") return [];
      return [
        { type: "text-start", id: "text" },
        { type: "text-delta", id: "text", delta: part.text },
        { type: "text-end", id: "text" },
      ];
    }),
    { type: "finish", finishReason, usage },
  ];
}

type Request = Parameters<Parameters<typeof createTurnModel>[0]>[0];

/**
 * A model that plays these turns in order and fails after the last: a script that ends too soon is a mistake.
 * `fill` inserts what only the request tells.
 */
export function createScriptedModel(
  turns: readonly ModelTurn[],
  fill: (turn: ModelTurn, request: Request) => ModelTurn = (turn) => turn,
): AgentModel {
  let asked = 0;
  const next = async (request: Request): Promise<ModelTurn> => {
    const turn = turns[asked++];
    if (turn !== undefined) return fill(turn, request);
    const message = `The script has no turn ${asked}. Add the missing turns, or make the last turn one with text and without calls.`;
    throw new ModelFailure({ kind: "failed", message }, { mayRetry: false });
  };
  return createTurnModel(next, { modelId: "scripted" });
}
