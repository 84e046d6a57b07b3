import { SkillError } from "@skillwright/core";
import { suggest } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../command.ts";
import type { SettingsPlaces, SettingsScope } from "./agent-settings.ts";

export type NamedAgent = { readonly id: string; readonly name: string; readonly files: SettingsPlaces };

/** The agent that `--agent` names. */
export function chosenAgent<Agent extends NamedAgent>(
  invocation: Invocation,
  agents: readonly Agent[],
): Agent {
  const ids = agents.map(({ id }) => id);
  const name = invocation.option("agent");
  if (name === undefined) throw new UsageError(`--agent is required: ${ids.join(", ")}.`);
  const agent = agents.find(({ id }) => id === name);
  if (agent !== undefined) return agent;
  const near = suggest(name, ids);
  const hint = near === undefined ? ` Known agents: ${ids.join(", ")}.` : ` Did you mean ${near}?`;
  throw new SkillError("client-unknown", { name, hint });
}

/** The scope that a flag names, if any. */
export function namedScope(invocation: Invocation): SettingsScope | undefined {
  const isProject = invocation.flag("project");
  if (isProject && invocation.flag("user")) throw new UsageError("--project and --user cannot be combined.");
  if (isProject) return "project";
  return invocation.flag("user") ? "user" : undefined;
}
