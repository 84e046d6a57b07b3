import { isAbsolute } from "node:path";
import { SkillError } from "@skillwright/core";
import { agentId } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { suggest } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import type { SettingsPlaces, SettingsScope } from "./agent-settings.ts";
import { createSettingsDisk, type SettingsDisk } from "./settings-disk.ts";

export type OpenSettings<Agent> = {
  readonly agent: Agent;
  readonly scope: SettingsScope;
  readonly path: string;
  readonly disk: SettingsDisk;
};

/** The settings of the chosen agent; the user's unless a flag says otherwise. */
export function openSettings<Agent extends NamedAgent>(
  agents: readonly Agent[],
  invocation: Invocation,
  io: Io,
): OpenSettings<Agent> {
  const agent = chosenAgent(invocation, agents);
  const [opened] = openIn(agent, namedScope(invocation) ?? "user", io);
  if (opened !== undefined) return opened;
  throw new UsageError(`${agent.name} has no project settings for this; omit --project.`);
}

/** The settings of all agents in both scopes, or of those given by flags. */
export function openAllSettings<Agent extends NamedAgent>(
  agents: readonly Agent[],
  invocation: Invocation,
  io: Io,
): readonly OpenSettings<Agent>[] {
  const chosen = invocation.option("agent") === undefined ? agents : [chosenAgent(invocation, agents)];
  const named = namedScope(invocation);
  const scopes: readonly SettingsScope[] = named === undefined ? ["user", "project"] : [named];
  return chosen.flatMap((agent) => scopes.flatMap((scope) => openIn(agent, scope, io)));
}

/** The first existing candidate file, or the first candidate; empty if the agent has no settings in this scope. */
function openIn<Agent extends NamedAgent>(
  agent: Agent,
  scope: SettingsScope,
  { cwd: project, place, environment }: Io,
): readonly OpenSettings<Agent>[] {
  const fs = createNodeFileSystem();
  if (scope === "user" && !isAbsolute(place.home))
    throw new SkillError("file-unreadable", { path: "HOME", reason: "not an absolute path" });
  const paths = agent.files[scope]?.({ project, place, environment }) ?? [];
  const path = paths.find((one) => fs.stat(one) !== undefined) ?? paths[0];
  if (path === undefined) return [];
  return [{ agent, scope, path, disk: createSettingsDisk(fs, { scope, project, home: place.home }) }];
}

type NamedAgent = { readonly id: string; readonly name: string; readonly files: SettingsPlaces };

/** The agent that `--agent` names. */
function chosenAgent<Agent extends NamedAgent>(invocation: Invocation, agents: readonly Agent[]): Agent {
  const ids = agents.map(({ id }) => id);
  const name = invocation.option("agent");
  if (name === undefined) throw new UsageError(`--agent is required: ${ids.join(", ")}.`);
  // VS Code has its own MCP settings, but reads Copilot's skills: its id is an alias elsewhere.
  const agent = agents.find(({ id }) => id === name) ?? agents.find(({ id }) => id === agentId(name));
  if (agent !== undefined) return agent;
  const near = suggest(name, ids);
  const hint = near === undefined ? ` Known agents: ${ids.join(", ")}.` : ` Did you mean ${near}?`;
  throw new SkillError("client-unknown", { name, hint });
}

/** The scope that a flag names, if any. */
function namedScope(invocation: Invocation): SettingsScope | undefined {
  const isProject = invocation.flag("project");
  if (isProject && invocation.flag("user")) throw new UsageError("--project and --user cannot be combined.");
  if (isProject) return "project";
  return invocation.flag("user") ? "user" : undefined;
}
