import type { AuditEvent } from "./audit-event.ts";

/** Destination of audit events. */
export type AuditSink = {
  /**
   * Resolves once the event is written; rejects with a `SkillError` if it cannot be. One caller's events keep their
   * order.
   */
  append(event: AuditEvent): Promise<void>;
  /** Resolves once everything appended would survive a power loss. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
