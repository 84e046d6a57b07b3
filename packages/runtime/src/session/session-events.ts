import type { AuditEvent } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";
import { sessionLimits } from "./limits.ts";
import type { SessionEvents } from "./session.ts";

export type EventStream = SessionEvents & {
  emit(event: AuditEvent): void;
  /** Ends every iteration; earlier events are still delivered. */
  end(): void;
};

/** Delivers events to listeners; buffers nothing without one. */
export function createEventStream(): EventStream {
  const listeners = new Set<(event: AuditEvent) => void>();
  const endings = new Set<() => void>();
  let ended = false;
  const subscribe = (listener: (event: AuditEvent) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    subscribe,
    emit: (event) => {
      for (const listener of listeners) tell(listener, event);
    },
    end: () => {
      ended = true;
      listeners.clear();
      for (const finish of endings) finish();
      endings.clear();
    },
    [Symbol.asyncIterator]: () => {
      const reader = createReader();
      if (ended) reader.finish();
      const stop = subscribe(reader.push);
      endings.add(reader.finish);
      const leave = (): void => {
        stop();
        endings.delete(reader.finish);
      };
      return {
        next: reader.next,
        return: () => {
          leave();
          reader.finish();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

/** A listener's error goes to its host, and must not stop a call about to run. */
function tell(listener: (event: AuditEvent) => void, event: AuditEvent): void {
  try {
    listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

type Reader = {
  readonly push: (event: AuditEvent) => void;
  readonly finish: () => void;
  readonly next: () => Promise<IteratorResult<AuditEvent>>;
};

/** Buffers events for one slow reader; drops the oldest beyond the limit. */
function createReader(): Reader {
  const kept: AuditEvent[] = [];
  let finished = false;
  let wake: () => void = () => {};
  const next = async (): Promise<IteratorResult<AuditEvent>> => {
    for (;;) {
      const event = kept.shift();
      if (event !== undefined) return { done: false, value: event };
      if (finished) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    next,
    push: (event) => {
      if (kept.length >= sessionLimits.unreadEvents) kept.shift();
      kept.push(event);
      wake();
    },
    finish: () => {
      finished = true;
      wake();
    },
  };
}

/** An event for display in a running conversation; undefined for events not worth showing. */
export function describeEvent(event: AuditEvent): string | undefined {
  switch (event.event) {
    case "skill-activating":
      return `Activating '${printable(event.skill)}' skill...`;
    case "skill-refused":
      return `The '${printable(event.skill)}' skill was not activated (${event.reason}).`;
    case "skill-deactivated":
      return `Left the '${printable(event.skill.name)}' skill.`;
    case "subagent-started":
      return `Started a sub-agent for the '${printable(event.skill.name)}' skill.`;
    case "tool-call-denied":
      return `Refused ${printable(event.tool)} (${printable(event.layer)}: ${printable(event.rule)}).`;
    default:
      return undefined;
  }
}
