import type { Clock } from "@skillwright/runtime";
import type { AgentEvent, ModelFault } from "@skillwright/runtime/agent";

/** Tells a slow agent from a model that kept it waiting. */
export type ModelWaits = {
  hear(event: AgentEvent): void;
  /**
   * The model's fault in a timeout: the agent spent the last half of the time, or a retry, waiting for the
   * model.
   */
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
