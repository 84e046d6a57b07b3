import { hash } from "node:crypto";
import { limits } from "@skillwright/core";
import type { ModelAnswer, ModelCall, ModelV4, StreamPart } from "../language-model.ts";
import { decideTurn } from "./decide-turn.ts";
import { readConversation } from "./read-conversation.ts";

/**
 * A rule-based stand-in for a model, to try everything around a model without one: it searches for a skill, loads the best, does
 * what is possible without understanding, and says what it is. Deterministic.
 */
export function createDemoModel(): ModelV4 {
  return {
    specificationVersion: "v4",
    provider: "demo",
    modelId: "offline",
    supportedUrls: {},
    doGenerate: async (call) => answer(call),
    doStream: async (call) => {
      const parts = toParts(answer(call));
      return { stream: ReadableStream.from<StreamPart>(parts) };
    },
  };
}

function answer(question: ModelCall): ModelAnswer {
  question.abortSignal?.throwIfAborted();
  const { text, call } = decideTurn(readConversation(question));
  const asked = JSON.stringify([question.prompt, question.tools ?? []]);
  const input = JSON.stringify(call?.input ?? {});
  const toolCall = call && {
    type: "tool-call" as const,
    // Unique per step and agent, yet deterministic.
    toolCallId: `demo-${hash("sha256", asked).slice(0, 16)}`,
    toolName: call.tool,
    input,
  };
  return {
    content: [{ type: "text", text }, ...(toolCall === undefined ? [] : [toolCall])],
    finishReason: { unified: call === undefined ? "stop" : "tool-calls", raw: undefined },
    usage: usageOf(tokensIn(asked), tokensIn(text) + (call === undefined ? 0 : tokensIn(input))),
    warnings: [],
  };
}

/** Estimated, since there are no real tokens. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / limits.charactersPerToken);
}

function usageOf(input: number, output: number): ModelAnswer["usage"] {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function toParts({ content, finishReason, usage, warnings }: ModelAnswer): readonly StreamPart[] {
  return [
    { type: "stream-start", warnings },
    ...content.flatMap((part): readonly StreamPart[] => {
      if (part.type === "text") return textParts(part.text);
      if (part.type !== "tool-call") return [];
      const { toolCallId: id, toolName, input } = part;
      return [
        { type: "tool-input-start", id, toolName },
        { type: "tool-input-delta", id, delta: input },
        { type: "tool-input-end", id },
        part,
      ];
    }),
    { type: "finish", finishReason, usage },
  ];
}

/** Streams line by line, like a model. */
function textParts(text: string): readonly StreamPart[] {
  const deltas = text.split(/(?<=\n)/).map((delta) => ({ type: "text-delta" as const, id: "text", delta }));
  return [{ type: "text-start", id: "text" }, ...deltas, { type: "text-end", id: "text" }];
}
