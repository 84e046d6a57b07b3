import type { ModelMessage } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import type { ScriptedCall, Transcript } from "./contract.ts";

type Turns = readonly (readonly ScriptedCall[])[];
type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes the calls of its script turn by turn, and then says a word. */
export function scriptedModel(turns: Turns): MockLanguageModelV4 {
  let turn = 0;
  const next = () => {
    const calls = turns[turn++] ?? [];
    const unified = calls.length === 0 ? ("stop" as const) : ("tool-calls" as const);
    const content = calls.map(({ id, tool: toolName, input }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName,
      input: JSON.stringify(input),
    }));
    return { content, finishReason: { unified, raw: undefined } };
  };
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const { content, finishReason } = next();
      const done = content.length === 0 ? [{ type: "text" as const, text: "Done." }] : content;
      return { content: done, finishReason, usage, warnings: [] };
    },
    doStream: async () => {
      const { content, finishReason } = next();
      const start = { type: "stream-start" as const, warnings: [] };
      const finish = { type: "finish" as const, finishReason, usage };
      return { stream: convertArrayToReadableStream([start, ...content, finish]) };
    },
  });
}

function textOf(output: {
  readonly type: string;
  readonly value?: unknown;
  readonly reason?: unknown;
}): string {
  const value = output.type === "execution-denied" ? (output.reason ?? "denied") : output.value;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The results that the model received for its calls. */
function resultsIn(prompt: Prompt): Record<string, string> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return Object.fromEntries(
    parts.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, textOf(part.output)]] : [])),
  );
}

export function transcriptOf(model: MockLanguageModelV4): Transcript {
  const calls = [...model.doGenerateCalls, ...model.doStreamCalls];
  return {
    results: resultsIn(calls.at(-1)?.prompt ?? []),
    shown: calls.map(({ tools = [] }) => tools.map(({ name }) => name)),
  };
}

/** The conversation after a person approved everything. */
export function approved(response: readonly ModelMessage[]): ModelMessage[] {
  const answers = response
    .flatMap((message) =>
      message.role === "assistant" && typeof message.content !== "string" ? message.content : [],
    )
    .filter((part) => part.type === "tool-approval-request")
    .map(({ approvalId }) => ({ type: "tool-approval-response" as const, approvalId, approved: true }));
  return [{ role: "user", content: "Go." }, ...response, { role: "tool", content: answers }];
}
