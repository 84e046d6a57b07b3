import type { JsonObject } from "@skillwright/core/text";
import type { HookEvent, ToldCall } from "../../agent-dialect.ts";

/** A payload as an agent writes it, and what it tells. */
export type Recorded = {
  readonly what: string;
  readonly payload: JsonObject;
  readonly event: HookEvent;
  /** Written by several agents in the same way, so that only the hook's `--agent` tells whose it is. */
  readonly isShared?: true;
};

/** A call with one use. */
export function calling(tool: string, input: unknown, about: Partial<ToldCall> = {}): ToldCall {
  return { kind: "call", uses: [{ tool, input }], ...about };
}
