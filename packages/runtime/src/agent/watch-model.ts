import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import type { AgentModel, AgentOptions } from "./agent-options.ts";
import { agentLimits } from "./limits.ts";
import { describeFault, ModelFailure, type ModelFaultKind } from "./model-fault.ts";
import { readFault } from "./read-fault.ts";

type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type Stream = Awaited<ReturnType<WrapStream>>["stream"];
type Part = Stream extends ReadableStream<infer One> ? One : never;

/**
 * Wraps a model so that its answers are complete or fail: silence, an error inside the stream, an end without a
 * finish and an empty answer all fail before the SDK has run any tool of the answer. So a failed answer can be
 * retried.
 */
export function watchModel(model: AgentModel, { silenceMs, secrets }: WatchOptions): AgentModel {
  const read: ReadFault = (error) => readFault(error, { otherwise: "broken-stream", secrets });
  const wrapStream: WrapStream = async ({ model: inner, params }) => {
    const quitting = new AbortController();
    const signals = params.abortSignal === undefined ? [] : [params.abortSignal];
    const abortSignal = AbortSignal.any([quitting.signal, ...signals]);
    const inTime = createDeadline(silenceMs, quitting, abortSignal);
    const { stream, ...rest } = await inTime(inner.doStream({ ...params, abortSignal }));
    return { ...rest, stream: watchStream(stream, inTime, read) };
  };
  return wrapLanguageModel({ model, middleware: { specificationVersion: "v4", wrapStream } });
}

export type WatchOptions = Required<Pick<AgentOptions, "silenceMs" | "secrets">>;

type ReadFault = (error: unknown) => ModelFailure;
type Deadline = <Value>(work: PromiseLike<Value>) => Promise<Value>;

/** Counts only the time spent waiting for the model, not that of tools and listeners. */
function createDeadline(silenceMs: number, quitting: AbortController, signal: AbortSignal): Deadline {
  return async (work) => {
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const timer = setTimeout(() => {
      quitting.abort(broken("timed-out", `it sent nothing for ${formatTime(silenceMs)}`));
    }, silenceMs);
    try {
      // Not every provider honors the signal.
      return await Promise.race([work, stopped.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  };
}

function watchStream(stream: Stream, inTime: Deadline, read: ReadFault): Stream {
  const reader = stream.getReader();
  const check = createAnswerCheck(read);
  return new ReadableStream<Part>({
    pull: async (controller) => {
      try {
        const { done, value } = await inTime(reader.read());
        if (done) throw broken("broken-stream", "it ended without a finish message");
        controller.enqueue(check(value));
        if (value.type !== "finish") return;
        // Anything sent after the finish belongs to no answer.
        controller.close();
        void reader.cancel().catch(() => {});
      } catch (error) {
        void reader.cancel(error).catch(() => {});
        throw read(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Passes the parts of one answer through, and throws at the first invalid one. */
function createAnswerCheck(read: ReadFault): (part: Part) => Part {
  let characters = 0;
  let calls = 0;
  let hasContent = false;
  return (part) => {
    if (part.type === "error") throw read(part.error);
    // The SDK would print these.
    if (part.type === "stream-start") return { ...part, warnings: [] };
    if (part.type === "finish") return checkFinish(part, hasContent);
    if ("delta" in part) characters += part.delta.length;
    if (part.type === "tool-call") calls++;
    hasContent ||= part.type === "tool-call" || part.type === "file" || isText(part);
    if (characters > agentLimits.modelAnswerCharacters || calls > agentLimits.callsPerAnswer)
      throw broken("broken-stream", "it was longer than the limit");
    if (part.type !== "tool-call") return part;
    // No longer JSON, so it is answered like any invalid input.
    return isNestedDeeper(part.input, agentLimits.callDepth) ? { ...part, input: "nested too deeply" } : part;
  };
}

function isText(part: Part): boolean {
  return part.type === "text-delta" && part.delta.trim() !== "";
}

type Finish = Extract<Part, { type: "finish" }>;

function checkFinish(part: Finish, hasContent: boolean): Finish {
  const reason = part.finishReason.unified;
  if (reason === "interrupted" || reason === "error") throw broken("broken-stream", "it ended unexpectedly");
  if (!hasContent && (reason === "stop" || reason === "tool-calls" || reason === "other"))
    throw broken("broken-stream", "it was empty");
  return part;
}

function broken(kind: ModelFaultKind, why: string): ModelFailure {
  return new ModelFailure({ kind, message: describeFault({ kind, why }) }, { mayRetry: true });
}

function formatTime(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/** Whether a JSON text nests arrays and objects deeper than `bound`; brackets in strings do not count. */
export function isNestedDeeper(json: string, bound: number): boolean {
  if (json.length <= bound) return false;
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > bound) return true;
  }
  return false;
}
