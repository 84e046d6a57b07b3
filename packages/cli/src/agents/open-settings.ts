import { isAbsolute } from "node:path";
import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Invocation, UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import type { SettingsScope } from "./agent-settings.ts";
import { chosenAgent, type NamedAgent, namedScope } from "./chosen-agent.ts";
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
