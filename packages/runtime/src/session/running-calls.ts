import { isJsonObject } from "@skillwright/core/text";
import type { Admission } from "../admission/admit.ts";
import { type CallRuling, labelsOf } from "../admission/tool-call.ts";
import { sessionLimits } from "./limits.ts";
import type { SessionParts } from "./session-parts.ts";

/** The running calls of a session. Closing the session aborts them and waits for their records. */
export type RunningCalls = {
  /** Aborted when the session closes, or the calls of this moment are stopped. */
  stopping(): AbortSignal;
  /** Stops the calls of this moment, since a skill was revoked. Later calls may run. */
  stop(): void;
  /** Tracks a call until it ends, with a way to record its outcome for it. */
  add(call: RunningCall): void;
  /** Ends all calls. One that does not stop in time is recorded as such and abandoned. */
  end(): Promise<void>;
};

type RunningCall = { readonly over: Promise<unknown>; readonly finish: Finish };

/** Records the outcome of a call, once. */
type Finish = (outcome: Outcome) => Promise<void>;

export function createRunningCalls(closing: AbortSignal): RunningCalls {
  const calls = new Set<RunningCall>();
  let current = new AbortController();
  let signal = AbortSignal.any([closing, current.signal]);
  return {
    stopping: () => signal,
    stop: () => {
      current.abort();
      current = new AbortController();
      signal = AbortSignal.any([closing, current.signal]);
    },
    add: (call) => {
      calls.add(call);
      const remove = (): boolean => calls.delete(call);
      call.over.then(remove, remove);
    },
    end: async () => {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, sessionLimits.callsEndMs);
      await Promise.race([Promise.allSettled([...calls].map(({ over }) => over)), late.promise]);
      clearTimeout(timer);
      await Promise.all([...calls].map(({ finish }) => finish(unfinished)));
    },
  };
}

const unfinished: Outcome = { ok: false, error: "The session closed before the call ended." };

type Recording = {
  readonly admission: Admission<CallRuling>;
  readonly running: RunningCalls;
  readonly parts: Pick<SessionParts, "clock" | "recorder">;
};

/** Only closing the session waits for this record: the log keeps the order, often writing it together with the next record. */
export function recordOutcome<Value>(
  work: Promise<Value>,
  { admission, running, parts }: Recording,
): Promise<Value> {
  const finish = createFinish(admission, parts);
  const over = work.then(
    (value) => finish(describeOutcome(value)),
    (error: unknown) => finish(describeFailure(error)),
  );
  running.add({ over, finish });
  return work;
}

function createFinish(
  { call, ruling: { skills } }: Admission<CallRuling>,
  { clock, recorder }: Recording["parts"],
): Finish {
  const started = clock.elapsed();
  let finished: Promise<void> | undefined;
  return (outcome) => {
    const durationMs = Math.round(clock.elapsed() - started);
    const event = { event: "tool-call-finished", ...labelsOf(call, skills), durationMs, ...outcome } as const;
    finished ??= recorder.recordAfter(event);
    return finished;
  };
}

/** How a call ended, for the audit log. */
export type Outcome = {
  readonly ok: boolean;
  readonly exitCode?: number;
  readonly output?: string;
  readonly error?: string;
};

/** Reads a tool's answer: whether it succeeded, in OmniForge's, VibeTavern's or MCP's shape, and a command's output. */
export function describeOutcome(value: unknown): Outcome {
  if (!isJsonObject(value)) return { ok: true };
  const ok = value.success !== false && value.ok !== false && value.isError !== true;
  const error = ok ? {} : { error: errorOf(value) };
  const data = [value.result, value.data, value].find(
    (one) => isJsonObject(one) && exitCodeOf(one) !== undefined,
  );
  if (!isJsonObject(data)) return { ok, ...error };
  const output = [data.stdout, data.stderr]
    .filter((text) => typeof text === "string" && text !== "")
    .join("\n");
  const exitCode = exitCodeOf(data) ?? 0;
  return { ok, exitCode, output, ...error };
}

export function describeFailure(error: unknown): Outcome {
  return { ok: false, error: error instanceof Error ? error.message : String(error) };
}

function toWords(error: unknown): string {
  return isJsonObject(error) ? `${error.code ?? ""} ${error.message ?? ""}`.trim() : String(error);
}

function exitCodeOf({
  exit_code,
  return_code,
  exitCode,
}: Readonly<Record<string, unknown>>): number | undefined {
  const code = exit_code ?? return_code ?? exitCode;
  return typeof code === "number" ? code : undefined;
}

/** MCP has no error field: the first text is the message. The recorder redacts and shortens it. */
function errorOf({ error, errors, content }: Readonly<Record<string, unknown>>): string {
  if (typeof error === "string") return error;
  if (Array.isArray(errors)) return errors.map(toWords).join("; ");
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = parts.find((part) => isJsonObject(part) && typeof part.text === "string");
  return isJsonObject(text) ? String(text.text) : "";
}
