import { compact } from "@skillwright/core/text";
import {
  type LanguageModelUsage,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import { prepareStep } from "../adapters/ai-sdk.ts";
import { describeOutcome } from "../session/running-calls.ts";
import type { Session } from "../session/session.ts";
import type { AgentModel } from "./agent-options.ts";
import type { AgentEvent, TokenUsage } from "./agent-result.ts";
import type { RunningCalls } from "./agent-tools.ts";
import { answerInvalidCalls } from "./answer-invalid-calls.ts";
import { ModelFailure } from "./model-fault.ts";
import { readFault } from "./read-fault.ts";
import { watchModel } from "./watch-model.ts";

/** What every step of one agent uses. */
export type StepParts = {
  readonly session: Session;
  readonly system: string | undefined;
  readonly calls: RunningCalls;
  /** Ids of the calls that the guard refused. */
  readonly denied: ReadonlySet<string>;
  readonly silenceMs: number;
  /** Values to redact from fault messages. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => Promise<void>;
};

export type Step = {
  readonly text: string;
  /** Calls of our tools, of unknown tools, and with invalid input: all that the model gets an answer for. */
  readonly calls: readonly StepCall[];
  readonly usage: TokenUsage;
  readonly finishReason: string;
  readonly messages: readonly ModelMessage[];
  /** Answers to calls that could not be made. */
  readonly answers: ReadonlyMap<string, string>;
};

export type StepCall = { readonly id: string; readonly tool: string; readonly input: unknown };

/** Lets the model answer once and runs the tools that it calls. Throws a `ModelFailure` if the model fails. */
export async function runStep(
  model: AgentModel,
  messages: readonly ModelMessage[],
  parts: StepParts,
): Promise<Step> {
  const { session, system, calls, signal } = parts;
  const { tools } = calls;
  const answers = new Map<string, string>();
  const result = streamText({
    model: watchModel(model, parts),
    messages: [...messages],
    ...compact({ instructions: system }),
    tools,
    // Retries are decided in one place, in `runStepWithRetries`.
    maxRetries: 0,
    abortSignal: signal,
    prepareStep: prepareStep(session, tools),
    repairToolCall: answerInvalidCalls(session, tools, answers),
    // The SDK would print it; it arrives in the stream too.
    onError: () => {},
  });
  const heard = await listen(result.stream, answers, parts);
  signal.throwIfAborted();
  return { ...heard, answers, messages: await result.responseMessages };
}

type Part = TextStreamPart<ToolSet>;
type Heard = Omit<Step, "messages" | "answers">;

async function listen(
  stream: AsyncIterable<Part>,
  answers: ReadonlyMap<string, string>,
  parts: StepParts,
): Promise<Heard> {
  const begun = parts.calls.begun();
  let heard: Heard = { text: "", calls: [], usage: noTokens, finishReason: "" };
  let hasProviderActed = false;
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await nextPart(iterator, parts);
      if (part === undefined) return heard;
      hasProviderActed ||= part.type === "tool-call" && part.providerExecuted === true;
      heard = hear(heard, part);
      const event = toEvent(part, answers, parts.denied);
      if (event !== undefined) await parts.emit(event);
    }
  } catch (error) {
    // What was done once must not be repeated because of a later failure.
    const hasActed = hasProviderActed || parts.calls.begun() > begun;
    if (!(error instanceof ModelFailure) || !hasActed) throw error;
    throw new ModelFailure(error.fault, { cause: error, mayRetry: false });
  }
}

/** Errors of the stream are the model's; errors of a listener are the host's. */
async function nextPart(
  iterator: AsyncIterator<Part>,
  { secrets }: Pick<StepParts, "secrets">,
): Promise<Part | undefined> {
  const next = await iterator.next().catch((error: unknown) => {
    throw readFault(error, { secrets });
  });
  if (next.done) return undefined;
  if (next.value.type === "error") throw readFault(next.value.error, { secrets });
  return next.value;
}

function hear(heard: Heard, part: Part): Heard {
  if (part.type === "text-delta") return { ...heard, text: heard.text + part.text };
  if (part.type === "tool-call" && part.providerExecuted !== true) {
    const call = { id: part.toolCallId, tool: part.toolName, input: part.input };
    return { ...heard, calls: [...heard.calls, call] };
  }
  if (part.type !== "finish-step") return heard;
  return { ...heard, finishReason: part.finishReason, usage: toUsage(part.usage) };
}

const noTokens: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

function toUsage({ inputTokens, inputTokenDetails, outputTokens }: LanguageModelUsage): TokenUsage {
  return {
    inputTokens: inputTokens ?? 0,
    cachedInputTokens: inputTokenDetails.cacheReadTokens ?? 0,
    outputTokens: outputTokens ?? 0,
  };
}

function toEvent(
  part: Part,
  answers: ReadonlyMap<string, string>,
  denied: ReadonlySet<string>,
): AgentEvent | undefined {
  switch (part.type) {
    case "text-delta":
      return part.text === "" ? undefined : { type: "text", delta: part.text };
    case "reasoning-delta":
      return part.text === "" ? undefined : { type: "reasoning", delta: part.text };
    case "tool-call":
      return { type: "tool-called", call: part.toolCallId, tool: part.toolName, input: part.input };
    case "tool-error": {
      const { toolCallId: call, toolName: tool, error } = part;
      const output = answers.get(call) ?? (error instanceof Error ? error.message : error);
      return { type: "tool-answered", call, tool, ok: false, output };
    }
    case "tool-result": {
      const { toolCallId: call, toolName: tool, output } = part;
      if (part.preliminary === true) return undefined;
      const ok = !denied.has(call) && describeOutcome(output).ok;
      return { type: "tool-answered", call, tool, ok, output };
    }
    default:
      return undefined;
  }
}
