import type { SubagentOptions } from "@skillwright/runtime/agent";
import type { RunParts } from "./run-task.ts";

/** What holds for the agent and for its sub-agents. */
export function agentOptions({ model, request, signal, view, tally }: RunParts): SubagentOptions {
  return {
    model: model.model,
    findModel: model.find,
    maxSteps: request.maxSteps,
    signal,
    onEvent: (event) => {
      tally.agent(event);
      return view.agent(event);
    },
  };
}
