import { isDeepStrictEqual } from "node:util";
import type { Guarded, Session } from "../session/session.ts";

/** A call that has been let through and recorded, of a tool that somebody else runs. */
export type OpenCall = {
  /** What it may run with: hooks of skills may have changed it. */
  readonly input: unknown;
  readonly isChanged: boolean;
  /** Says how it ended. Resolves, with what hooks have to say about it, once that is recorded. Only the first end counts. */
  end(ending: Ending): Promise<string | undefined>;
};

export type Ending = { readonly value: unknown } | { readonly error: unknown };

export type CallToOpen = { readonly tool: string; readonly input: unknown; readonly call?: string };

/**
 * The guard for SDKs that run tools themselves and only tell before and after. It is the same door: the guard runs
 * something that waits until the SDK has told how the tool ended.
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
  const guarded = session.guard(tool, input, run, call === undefined ? {} : { call });
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
  // Whoever opened the call hears of a failure there; one after it reaches whoever ends the call.
  note.catch(() => {});
  return opened.promise;
}

/** The failure of a tool on its way through the guard, which records it; whoever runs the tool has it already. */
class ToolFailure extends Error {
  constructor(error: unknown) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
