import { SkillError } from "../error.ts";
import type { AuditEvent, AuditSink } from "./audit-event.ts";

export type MemorySink = AuditSink & { readonly events: readonly AuditEvent[] };

/** Keeps events in memory, for tests and for hosts that ship them elsewhere. */
export function createMemorySink(): MemorySink {
  const events: AuditEvent[] = [];
  let isClosed = false;
  return {
    events,
    append: async (event) => {
      if (isClosed) throw new SkillError("audit-unavailable", { path: "in memory", reason: "it is closed" });
      events.push(event);
    },
    flush: async () => {},
    close: async () => {
      isClosed = true;
    },
  };
}
