import type { MastraModelConfig } from "@mastra/core/llm";
import type { ScriptedCall } from "../../packages/runtime/src/adapters/contract.ts";

type Model = Extract<MastraModelConfig, { specificationVersion: "v2"; doGenerate: unknown }>;
type Options = Parameters<Model["doGenerate"]>[0];
type StreamPart = { type: string };

export type ScriptedModel = {
  readonly model: MastraModelConfig;
  /** The text that the model got for each call, by the call's id. */
  results(): Record<string, string>;
  /** Names of the tools shown to the model, turn by turn. */
  readonly shown: (readonly string[])[];
};

/** A language model that makes the calls it is told to, turn by turn, then says a word and ends. */
export function createScriptedModel(turns: readonly (readonly ScriptedCall[])[]): ScriptedModel {
  const shown: (readonly string[])[] = [];
  const prompts: Options["prompt"][] = [];
  const next = ({ prompt, tools = [] }: Options): readonly ScriptedCall[] => {
    prompts.push(prompt);
    shown.push(tools.map(({ name }) => name));
    // By what it was told, not by a count: a run that is taken up again continues where the script says.
    return turns[prompt.filter(({ role }) => role === "assistant").length] ?? [];
  };
  const model = {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: async (options: Options) => {
      const calls = next(options);
      return { content: toContent(calls), finishReason: toFinish(calls), usage, warnings: [] };
    },
    doStream: async (options: Options) => ({ stream: toStream(next(options)) }),
  } as unknown as MastraModelConfig;
  return { model, shown, results: () => readResults(prompts.at(-1) ?? []) };
}

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

function toFinish(calls: readonly ScriptedCall[]): "tool-calls" | "stop" {
  return calls.length > 0 ? "tool-calls" : "stop";
}

function toContent(calls: readonly ScriptedCall[]): readonly StreamPart[] {
  if (calls.length === 0) return [{ type: "text", text: "done" } as StreamPart];
  return calls.map(({ id, tool, input }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: tool,
    input: JSON.stringify(input),
  }));
}

function toStream(calls: readonly ScriptedCall[]): ReadableStream<StreamPart> {
  const text = [
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "done" },
    { type: "text-end", id: "t" },
  ];
  return ReadableStream.from([
    { type: "stream-start", warnings: [] },
    ...(calls.length === 0 ? text : toContent(calls)),
    { type: "finish", finishReason: toFinish(calls), usage },
  ]);
}

function readResults(prompt: Options["prompt"]): Record<string, string> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return Object.fromEntries(
    parts.map(({ toolCallId, output }) => [
      toolCallId,
      typeof output.value === "string" ? output.value : JSON.stringify(output.value),
    ]),
  );
}
