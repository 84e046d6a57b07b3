import type { AuditEvent } from "@skillwright/core/audit";
import type { AgentEvent } from "@skillwright/runtime/agent";
import type { ShownCall } from "./call-line.ts";

/** Distinguishes calls that the session reported from those that never reached it. */
export type CallWatch = {
  hear(event: AuditEvent): void;
  /** Whether the session already reported this event. */
  isTold(event: AgentEvent): boolean;
  /** The call behind a failure that never reached the session, such as a nonexistent tool. */
  madeUp(event: AgentEvent): ShownCall | undefined;
};

export function createCallWatch(): CallWatch {
  const known = new Set<string>();
  const denied = new Set<string>();
  const inputs = new Map<string, unknown>();
  return {
    hear: (event) => {
      if (event.event === "tool-call-allowed") known.add(event.call);
      if (event.event === "tool-call-denied") denied.add(event.call);
    },
    isTold: (event) => event.type === "tool-answered" && denied.has(event.call),
    madeUp: (event) => {
      if (event.type === "tool-called") inputs.set(event.call, event.input);
      if (event.type !== "tool-answered" || event.ok || known.has(event.call)) return undefined;
      return { tool: event.tool, input: inputs.get(event.call) };
    },
  };
}
