import type { Session } from "../session/session.ts";

export type StreamedCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly call: string;
  readonly signal?: AbortSignal;
};

/** Whether a tool's function answers with a stream of ever better results; known before it runs only of generators. */
export function isStreaming(execute: object): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}

/** The last of a stream of results; the result itself when it is none. */
export async function lastOf(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const value of result) last = value;
  return last;
}

/**
 * Results of a guarded tool as they come. For the guard the call lasts until the last of them. The call is made at once,
 * not when the first result is asked for: the order of calls counts.
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
  // Whoever never reads the stream hears of nothing.
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
    // Also when the reader leaves early: the call is over for the guard then.
    finished.resolve(last);
  }
  await outcome;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
