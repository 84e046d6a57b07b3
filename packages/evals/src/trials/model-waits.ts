import type { Clock } from "@skillwright/runtime";
import type { AgentEvent, ModelFault } from "@skillwright/runtime/agent";

/** Tells an agent that took its time from a model that kept it waiting. */
export type ModelWaits = {
  hear(event: AgentEvent): void;
  /** Why time that ran out is the model's fault: it was waited for at the end, for most of the time or to begin again. */
  fault(timeoutMs: number): ModelFault | undefined;
};

export function createModelWaits(clock: Clock): ModelWaits {
  const underWay = new Set<string>();
  let heardAt = clock.elapsed();
  let retried: ModelFault | undefined;
  const hear = (event: AgentEvent): void => {
    heardAt = clock.elapsed();
    retried = event.type === "retrying" ? event.fault : undefined;
    if (event.type === "tool-called") underWay.add(event.call);
    if (event.type === "tool-answered") underWay.delete(event.call);
    if (event.type === "subagent") hear(event.event);
  };
  return {
    hear,
    fault: (timeoutMs) => {
      if (retried !== undefined) return retried;
      const isSilent = underWay.size === 0 && clock.elapsed() - heardAt >= timeoutMs / 2;
      return isSilent ? { kind: "timed-out", message: "The model did not answer in time." } : undefined;
    },
  };
}
