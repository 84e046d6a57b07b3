import { digestCall } from "../admission/approvals.ts";
import type { AgentEvent } from "./agent-event.ts";
import { countRepetitions } from "./count-repetitions.ts";
import { agentLimits } from "./limits.ts";
import type { StepCall } from "./run-step.ts";

export type Circles = {
  /** Notes for the model with the answers to its calls, by call id. */
  readonly notes: ReadonlyMap<string, string>;
  /** The notes did not help. */
  readonly isEndless: boolean;
};

/** Detects, step by step, when an agent repeats the same calls. */
export function createCircleWatch(
  emit: (event: AgentEvent) => Promise<void>,
): (calls: readonly StepCall[]) => Promise<Circles> {
  let made: readonly string[] = [];
  return async (calls) => {
    const notes = new Map<string, string>();
    let most = 0;
    for (const { id, tool, input } of calls) {
      const digest = digestCall({ tool, input, skills: [] });
      made = [...made, digest].slice(-agentLimits.repeatedCallsAtMost * agentLimits.callCircle);
      const count = countRepetitions(made);
      most = Math.max(most, count);
      if (count < agentLimits.repeatedCalls) continue;
      notes.set(id, describeCircle(count));
      await emit({ type: "repeating", tool, count });
    }
    return { notes, isEndless: most >= agentLimits.repeatedCallsAtMost };
  };
}

function describeCircle(count: number): string {
  return (
    `You have made this call ${count.toFixed()} times, each time with the same input, alone or in turn with the same others. ` +
    `Repeating it brings nothing new: use what you have, try something else, or tell the user what is missing. ` +
    `After ${agentLimits.repeatedCallsAtMost.toFixed()} times you are stopped.`
  );
}
