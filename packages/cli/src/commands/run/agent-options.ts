import type { SubagentOptions } from "@skillwright/runtime/agent";
import { secretValues } from "../../session/secret-values.ts";
import type { RunParts } from "./task.ts";

/** Options shared by the agent and its sub-agents. */
export function agentOptions({ io, model, request, signal, view, tally, drafts }: RunParts): SubagentOptions {
  return {
    model: model.model,
    findModel: model.find,
    maxSteps: request.maxSteps,
    secrets: secretValues(io.environment),
    signal,
    onEvent: (event) => {
      tally.agent(event);
      drafts.hear(event);
      return view.agent(event);
    },
  };
}
