import { createSecretMask } from "@skillwright/core/audit";
import { compact } from "@skillwright/core/text";
import type { AgentModel, AgentOptions, ModelUsage } from "@skillwright/runtime/agent";
import {
  agentLimits,
  describeFault,
  ModelFailure,
  type ModelFault,
  readFault,
  waitForRetry,
  watchModel,
  withRetries,
} from "@skillwright/runtime/agent";
import { streamText } from "ai";

export type Question = Pick<AgentOptions, "maxRetries" | "silenceMs" | "secrets" | "signal" | "wait"> & {
  readonly model: AgentModel;
  readonly system?: string;
  readonly prompt: string;
};

export type ModelAnswer =
  | { readonly ok: true; readonly text: string; readonly usage: ModelUsage }
  | { readonly ok: false; readonly fault: ModelFault };

/**
 * Asks a model one question without tools, and retries transient failures. The answer contains no secret.
 * Rejects with the signal's reason when aborted.
 */
export async function askModel(question: Question): Promise<ModelAnswer> {
  const {
    maxRetries = agentLimits.modelRetries,
    secrets = [],
    wait = waitForRetry,
    signal = new AbortController().signal,
  } = question;
  const tried = await withRetries(() => askOnce(question), { maxRetries, wait, signal });
  if (tried.status === "done") {
    const { text, usage } = tried.value;
    return { ok: true, text: createSecretMask(secrets).mask(text), usage };
  }
  if (tried.status === "failed") return { ok: false, fault: tried.fault };
  throw signal.reason;
}

type Said = { readonly text: string; readonly usage: ModelUsage };

async function askOnce({ model, system, prompt, signal, ...options }: Question): Promise<Said> {
  const { silenceMs = agentLimits.modelSilenceMs, secrets = [] } = options;
  const result = streamText({
    model: watchModel(model, { silenceMs, secrets }),
    prompt,
    maxRetries: 0,
    ...compact({ instructions: system, abortSignal: signal }),
    // Keeps the SDK from printing the error, which also arrives in the stream.
    onError: () => {},
  });
  try {
    let said: Said = { text: "", usage: noUsage(model) };
    for await (const part of result.stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta") said = { ...said, text: said.text + part.text };
      if (part.type !== "finish-step") continue;
      failUnlessWhole(part.finishReason);
      said = { ...said, usage: toUsage(model, part.usage) };
    }
    return said;
  } catch (error) {
    throw readFault(error, { secrets });
  }
}

type Usage = Awaited<ReturnType<typeof streamText>["usage"]>;

function toUsage({ modelId }: AgentModel, usage: Usage): ModelUsage {
  return {
    model: modelId,
    inputTokens: usage.inputTokens ?? 0,
    cachedInputTokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
  };
}

function noUsage({ modelId }: AgentModel): ModelUsage {
  return { model: modelId, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
}

/** A truncated answer must not be taken for a whole one. */
function failUnlessWhole(reason: string): void {
  if (reason === "length") fail("too-long", "its answer reached the maximum length and was cut off");
  if (reason === "content-filter") fail("refused", "it stopped the answer");
}

function fail(kind: ModelFault["kind"], why: string): never {
  throw new ModelFailure({ kind, message: describeFault({ kind, why }) }, { mayRetry: false });
}
