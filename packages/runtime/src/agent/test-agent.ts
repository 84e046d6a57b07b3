import { APICallError } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { onTestFinished } from "vitest";
import type { SessionOptions } from "../session/session-options.ts";
import { createTestSession, skillText, type TestSession } from "../session/test-session.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { AgentEvent, AgentResult } from "./agent-result.ts";

import { runAgent } from "./run-agent.ts";

type StreamResult = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>;
export type Part = StreamResult["stream"] extends ReadableStream<infer One> ? One : never;
type Prompt = MockLanguageModelV4["doStreamCalls"][number]["prompt"];

/** One answer of a scripted model: its parts, an error before them, or a cut after them. */
export type Answer =
  | readonly Part[]
  | { readonly error: unknown }
  | { readonly parts: readonly Part[]; readonly ends: "cut" | "silence" | "end" };

const usage = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

type Reason = Extract<Part, { type: "finish" }>["finishReason"]["unified"];

export function finish(unified: Reason): Part {
  return { type: "finish", finishReason: { unified, raw: unified }, usage };
}

export function text(...deltas: readonly string[]): readonly Part[] {
  const words = deltas.map((delta) => ({ type: "text-delta" as const, id: "t", delta }));
  return [{ type: "text-start", id: "t" }, ...words];
}

/** A complete answer that says something and ends. */
export function say(words: string): readonly Part[] {
  return [...text(words), { type: "text-end", id: "t" }, finish("stop")];
}

export function call(toolName: string, input: unknown, toolCallId = `call-${toolName}`): Part {
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    input: typeof input === "string" ? input : JSON.stringify(input),
  };
}

/** A complete answer that calls tools. */
export function use(...calls: readonly Part[]): readonly Part[] {
  return [...calls, finish("tool-calls")];
}

/** A model that gives these answers in order, and repeats the last one. */
export function scriptModel(answers: readonly Answer[], modelId = "scripted"): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    modelId,
    doStream: async ({ abortSignal }) => {
      const answer = answers[Math.min(turn++, answers.length - 1)] ?? [];
      if ("error" in answer) throw answer.error;
      const parts = "parts" in answer ? answer.parts : answer;
      const ending = "ends" in answer ? answer.ends : "end";
      return { stream: play(renumber(parts, turn), ending, abortSignal) };
    },
  });
}

/** Most servers never reuse an id; `call_0` simulates those that do. */
function renumber(parts: readonly Part[], turn: number): readonly Part[] {
  return parts.map((part) =>
    part.type === "tool-call" && part.toolCallId !== "call_0"
      ? { ...part, toolCallId: `${part.toolCallId}-${turn}` }
      : part,
  );
}

function play(
  parts: readonly Part[],
  ending: "cut" | "silence" | "end",
  signal: AbortSignal | undefined,
): ReadableStream<Part> {
  const left = [...parts];
  return new ReadableStream<Part>({
    pull: async (controller) => {
      const part = left.shift();
      if (part !== undefined) return controller.enqueue(part);
      if (ending === "end") return controller.close();
      if (ending === "cut") throw Object.assign(new Error("terminated"), { code: "UND_ERR_SOCKET" });
      await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
      throw signal?.reason;
    },
  });
}

export function apiError(
  statusCode: number,
  message: string,
  responseHeaders: Record<string, string> = {},
): APICallError {
  const url = "https://user:pass@api.example.com/v1?key=AIzaSyA1234567890123456789012345678901";
  return new APICallError({ message, url, requestBodyValues: {}, statusCode, responseHeaders });
}

/** The results that the model received for its calls, by id. */
export function resultsIn(model: MockLanguageModelV4): Record<string, unknown> {
  const prompt: Prompt = model.doStreamCalls.at(-1)?.prompt ?? [];
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return Object.fromEntries(
    parts.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      return [[part.toolCallId, "value" in part.output ? part.output.value : part.output]];
    }),
  );
}

export type Run = TestSession & {
  readonly result: AgentResult;
  readonly seen: readonly AgentEvent[];
  /** Milliseconds that the agent wanted to wait before each retry. */
  readonly waits: readonly number[];
};

const skills = {
  "reader/SKILL.md": skillText("reader", "allowed-tools: Read", "Read the notes."),
  "pdf-extract/SKILL.md": skillText("pdf-extract", "", "Extract the text."),
  "secret-plan/SKILL.md": skillText("secret-plan", "disable-model-invocation: true"),
  "thrifty/SKILL.md": skillText("thrifty", "model: small"),
  "lavish/SKILL.md": skillText("lavish", "model: huge"),
};

/** Runs an agent over real skills, without waiting between attempts. */
export async function runScripted(
  model: AgentOptions["model"],
  options: Partial<AgentOptions> = {},
  sessionOptions: Partial<SessionOptions> = {},
): Promise<Run> {
  const stage = createTestSession(skills, sessionOptions);
  onTestFinished(() => stage.session.close());
  const seen: AgentEvent[] = [];
  const waits: number[] = [];
  const result = await runAgent({
    session: stage.session,
    model,
    task: "Go.",
    wait: async (ms) => void waits.push(ms),
    onEvent: (event) => void seen.push(event),
    ...options,
  });
  return { ...stage, result, seen, waits };
}
