import { digestCall } from "../admission/approvals.ts";
import type { AgentEvent } from "./agent-result.ts";
import { agentLimits } from "./limits.ts";
import type { StepCall } from "./run-step.ts";

export type DetectedLoops = {
  /** Notes for the model with the answers to its calls, by call id. */
  readonly notes: ReadonlyMap<string, string>;
  /** The notes did not help. */
  readonly isEndless: boolean;
};

/** Detects, step by step, when an agent repeats the same calls. */
export function createLoopDetector(
  emit: (event: AgentEvent) => Promise<void>,
): (calls: readonly StepCall[]) => Promise<DetectedLoops> {
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
      notes.set(id, describeRepetition(count));
      await emit({ type: "repeating", tool, count });
    }
    return { notes, isEndless: most >= agentLimits.repeatedCallsAtMost };
  };
}

function describeRepetition(count: number): string {
  return (
    `You have made this call ${count.toFixed()} times, each time with the same input, alone or in turn with the same others. ` +
    `Repeating it brings nothing new: use what you have, try something else, or tell the user what is missing. ` +
    `After ${agentLimits.repeatedCallsAtMost.toFixed()} times you are stopped.`
  );
}

/** How often the end of a list of calls repeats, as a cycle of a few calls at most; one if it does not. */
export function countRepetitions(calls: readonly string[]): number {
  const circles = Array.from({ length: agentLimits.callCircle }, (_, index) => index + 1);
  return Math.max(...circles.map((length) => 1 + Math.floor(countEqual(calls, length) / length)));
}

/** Number of calls at the end that equal the call `distance` before them. */
function countEqual(calls: readonly string[], distance: number): number {
  const newestFirst = calls.toReversed();
  const end = newestFirst.findIndex((call, index) => call !== newestFirst[index + distance]);
  return end === -1 ? 0 : end;
}
