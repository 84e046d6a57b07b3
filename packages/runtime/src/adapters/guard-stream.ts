import type { Session } from "../session/session.ts";

export type StreamedCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly call: string;
  readonly signal?: AbortSignal;
};

/** Whether a tool's function streams results; known before it runs only for generators. */
export function isStreaming(execute: object): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}

/** The last result of a stream, or the result itself if it is not a stream. */
export async function lastOf(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const value of result) last = value;
  return last;
}

/**
 * Streams the results of a guarded tool. To the guard, the call lasts until the last result. Makes the call
 * immediately, not when the first result is read: the order of calls matters.
 */
export function guardStream(
  session: Session,
  { tool, input, ...options }: StreamedCall,
  run: (input: unknown) => unknown,
): AsyncIterable<unknown> {
  const started = Promise.withResolvers<AsyncIterable<unknown> | Iterable<unknown>>();
  const finished = Promise.withResolvers<unknown>();
  const outcome = session.guard(
    tool,
    input,
    (allowed) => {
      const results = run(allowed);
      started.resolve(isAsyncIterable(results) ? results : [results]);
      return finished.promise;
    },
    options,
  );
  // A caller that never reads the stream must not cause an unhandled rejection.
  started.promise.catch(() => {});
  outcome.then((guarded) => {
    if (!guarded.ok) started.resolve([guarded.denial.text]);
  }, started.reject);
  return relay(started.promise, finished, outcome);
}

async function* relay(
  started: Promise<AsyncIterable<unknown> | Iterable<unknown>>,
  finished: PromiseWithResolvers<unknown>,
  outcome: Promise<unknown>,
): AsyncGenerator<unknown> {
  const results = await started;
  let last: unknown;
  try {
    for await (const value of results) {
      last = value;
      yield value;
    }
  } catch (error) {
    finished.reject(error);
  } finally {
    // Also if the reader stops early: the call is then over for the guard.
    finished.resolve(last);
  }
  await outcome;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
