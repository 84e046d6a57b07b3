import type { AuditSink } from "@skillwright/core/audit";

/** Combines several sinks: each gets every event, and an event counts as written when all have it. */
export function combineSinks(sinks: readonly AuditSink[]): AuditSink {
  const each = async (act: (sink: AuditSink) => Promise<void>): Promise<void> => {
    // Wait for all, so that one failure does not leave the others half done.
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
