import type { AuditSink } from "@skillwright/core/audit";

/** Several sinks as one: each gets every event, and an event counts as written when all have it. */
export function combineSinks(sinks: readonly AuditSink[]): AuditSink {
  const each = async (act: (sink: AuditSink) => Promise<void>): Promise<void> => {
    // All are waited for, so that one that fails does not leave the others half done.
    const results = await Promise.allSettled(sinks.map(act));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined) throw failure.reason;
  };
  return {
    append: (event) => each((sink) => sink.append(event)),
    flush: () => each((sink) => sink.flush()),
    close: () => each((sink) => sink.close()),
  };
}
