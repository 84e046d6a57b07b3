import { describeAuditSink } from "./contract.ts";
import { createMemorySink } from "./memory-sink.ts";

describeAuditSink("in memory", () => {
  const sink = createMemorySink();
  return { sink, kept: () => sink.events };
});
