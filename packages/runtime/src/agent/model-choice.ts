import type { AgentEvent } from "./agent-event.ts";
import type { AgentModel, AgentOptions } from "./agent-options.ts";

/** The model of the next step: the one that the innermost skill prefers, else the agent's own. */
export function createModelChoice(
  { session, model, findModel }: Pick<AgentOptions, "session" | "model" | "findModel">,
  emit: (event: AgentEvent) => Promise<void>,
): () => Promise<AgentModel> {
  const told = new Set<string>();
  return async () => {
    const name = session.model();
    // Claude Code's name for the agent's own.
    if (name === undefined || name === "inherit") return model;
    const found = findModel?.(name);
    if (!told.has(name)) {
      told.add(name);
      await emit({ type: "model-chosen", name, found: found !== undefined });
    }
    return found ?? model;
  };
}
