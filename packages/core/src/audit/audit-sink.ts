import type { AuditEvent } from "./audit-event.ts";

/** Where audit events go. */
export type AuditSink = {
  /**
   * Resolves once the event is written, so that what follows may happen; fails with a `SkillError` when it could not be.
   * Events of one caller are kept in the order of the calls.
   */
  append(event: AuditEvent): Promise<void>;
  /** Resolves once everything that was appended would survive a loss of power. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
