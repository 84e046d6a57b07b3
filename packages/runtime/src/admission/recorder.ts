import { SkillError } from "@skillwright/core";
import { type AuditEvent, type AuditFact, type AuditSink, redactEvent } from "@skillwright/core/audit";
import type { Clock } from "../clock.ts";

export type Recorder = {
  /**
   * Records a fact, redacted, and notifies listeners. Rejects with `audit-unavailable` if the log is required and
   * cannot be written.
   */
  record(fact: AuditFact): Promise<void>;
  /** The same for something that already happened: a failing log then blocks only what comes next. */
  recordAfter(fact: AuditFact): Promise<void>;
};

export type RecorderOptions = {
  readonly session: string;
  readonly clock: Clock;
  readonly emit: (event: AuditEvent) => void;
  readonly user?: string;
  readonly sink?: AuditSink;
  /** Nothing may happen without a log. */
  readonly required: boolean;
  readonly secrets: readonly string[];
};

export function createRecorder(options: RecorderOptions): Recorder {
  const { session, clock, emit, user, sink, required, secrets } = options;
  const toEvent = (fact: AuditFact): AuditEvent => {
    const acting = user === undefined ? {} : { user };
    const time = new Date(clock.now()).toISOString();
    return redactEvent({ time, session, ...acting, ...fact }, { secrets });
  };
  return {
    record: async (fact) => {
      const event = toEvent(fact);
      const trouble = await tryAppend(sink, event);
      if (trouble !== undefined && required) throw trouble;
      emit(event);
    },
    recordAfter: async (fact) => {
      const event = toEvent(fact);
      await tryAppend(sink, event);
      emit(event);
    },
  };
}

async function tryAppend(sink: AuditSink | undefined, event: AuditEvent): Promise<SkillError | undefined> {
  try {
    await sink?.append(event);
    return undefined;
  } catch (error) {
    return toUnavailable(error);
  }
}

/** Any sink failure becomes this one error. */
function toUnavailable(error: unknown): SkillError {
  if (error instanceof SkillError && error.code === "audit-unavailable") return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new SkillError("audit-unavailable", { path: "the audit sink", reason }, { cause: error });
}
