import type { JsonObject } from "@skillwright/core/text";
import type { HookEvent, ReportedCall } from "../../agent-dialect.ts";

/** A payload as an agent writes it, and the event it reports. */
export type Recorded = {
  readonly what: string;
  readonly payload: JsonObject;
  readonly event: HookEvent;
  /** Several agents write the same, so that only the hook's `--agent` tells them apart. */
  readonly isShared?: true;
};

/** A call with one use. */
export function calling(tool: string, input: unknown, about: Partial<ReportedCall> = {}): ReportedCall {
  return { kind: "call", uses: [{ tool, input }], ...about };
}
