import { isDeepStrictEqual } from "node:util";
import { compact } from "@skillwright/core/text";
import type { Guarded, Session } from "../session/session.ts";

/** A call that was allowed and recorded, of a tool that the SDK runs. */
export type OpenCall = {
  /** The input to run with: hooks of skills may have changed it. */
  readonly input: unknown;
  readonly isChanged: boolean;
  /** Reports how it ended. Resolves with the hooks' notes once recorded. Only the first call counts. */
  end(ending: Ending): Promise<string | undefined>;
};

export type Ending = { readonly value: unknown } | { readonly error: unknown };

export type CallToOpen = { readonly tool: string; readonly input: unknown; readonly call?: string };

/**
 * The guard for SDKs that run tools themselves and only report before and after. It is the same guard, running
 * a function that waits until the SDK reports the end.
 */
export function openCall(session: Session, { tool, input, call }: CallToOpen): Promise<Guarded<OpenCall>> {
  const opened = Promise.withResolvers<Guarded<OpenCall>>();
  const ending = Promise.withResolvers<Ending>();
  const run = async (allowed: unknown): Promise<unknown> => {
    const isChanged = !isDeepStrictEqual(allowed, input);
    opened.resolve({ ok: true, value: { input: allowed, isChanged, end } });
    const ended = await ending.promise;
    if ("error" in ended) throw new ToolFailure(ended.error);
    return ended.value;
  };
  const end = async (ended: Ending): Promise<string | undefined> => {
    ending.resolve(ended);
    return note;
  };
  const guarded = session.guard(tool, input, run, compact({ call }));
  const note = guarded.then(
    (outcome) => {
      if (outcome.ok) return outcome.note;
      opened.resolve(outcome);
      return undefined;
    },
    (error: unknown) => {
      if (error instanceof ToolFailure) return undefined;
      opened.reject(error);
      throw error;
    },
  );
  // Failures before this reach the caller of `openCall`; later ones reach the caller of `end`.
  note.catch(() => {});
  return opened.promise;
}

/** A tool's failure on its way through the guard, which records it; the SDK has it already. */
class ToolFailure extends Error {
  constructor(error: unknown) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
