import { formatError, SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { combinePolicies } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { HookAgent } from "../../agents/agent-settings.ts";
import { reportChange } from "../../agents/change-report.ts";
import { jsonEditor } from "../../agents/edit-json.ts";
import { hookAgents } from "../../agents/hook-agents.ts";
import {
  type GuardParts,
  type GuardWord,
  type HookVariable,
  limitWords,
  readGuardLine,
} from "../../agents/hook-command.ts";
import { hookPlaces } from "../../agents/hook-places.ts";
import { findMissingPaths, pathInProject, readNamedPaths } from "../../agents/named-paths.ts";
import { type OpenSettings, openAllSettings, openSettings } from "../../agents/open-settings.ts";
import { findProgramTrouble, ownProgram, programNotes, withOwnNode } from "../../agents/own-program.ts";
import {
  type HookStatus,
  planHookInstall,
  planHookUninstall,
  readHookStatus,
} from "../../agents/plan-hooks.ts";
import { createSettingsDisk } from "../../agents/settings-disk.ts";
import type { SettingsPlan } from "../../agents/settings-file.ts";
import { reportStatus, type StatusRow, statusRow } from "../../agents/status-report.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { findPolicy, openPolicies } from "../../session/open-policies.ts";
import { offerPolicy } from "./default-policy.ts";
import { readMode } from "./guard-mode.ts";

/** Writes the guard's hook into an agent's settings. */
export async function runHookInstall(invocation: Invocation, io: Io): Promise<number> {
  const opened = openSettings(hookAgents, invocation, io);
  const { agent, scope, path, disk } = opened;
  const fs = createNodeFileSystem();
  const { command, platform } = io.place;
  const isUnix = platform !== "win32";
  // On Windows, agents use different shells with different quoting.
  const program = isUnix ? withOwnNode(ownProgram(scope, io.place, fs), io.place, fs) : ["skillwright"];
  const environment = isUnix && scope === "user" ? hookEnvironment(agent, io) : undefined;
  const options = keptOptions(opened, invocation, io);
  // An unreadable policy would make the hook refuse every call.
  await openPolicies(invocation, io);
  const policy = scope === "user" ? await offerPolicy(invocation, io) : undefined;
  const call = { environment, program, options, isUnix };
  const plan = planHookInstall({ agent, path, command, ...call }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const notes = [
    agent.next[scope],
    `Limits: ${agent.limits}`,
    ...programNotes(program, fs, io.place),
    ...switchNotes(opened, plan, io),
    ...(isUnix || !agent.goesOnAfterFailure
      ? []
      : ["On Windows, calls may run if the guard cannot be started."]),
  ];
  const words = { done: "installed the guard hook", already: "the guard hook is already installed" };
  await reportChange({ agent, scope, path, plan, notes, ...compact({ policy }), ...words }, invocation, io);
  return exitCode.ok;
}

/** Removes the hook. */
export async function runHookUninstall(invocation: Invocation, io: Io): Promise<number> {
  const { agent, scope, path, disk } = openSettings(hookAgents, invocation, io);
  const plan = planHookUninstall({ agent, path, command: io.place.command }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const words = { done: "removed the guard hook", already: "the guard hook is not installed" };
  const [policy] = findPolicy(createNodeFileSystem(), io.place.dataFolder, "user");
  const notes = policy === undefined ? [] : [`Your policy stays: ${policy[0]}.`];
  await reportChange({ agent, scope, path, plan, notes, ...words }, invocation, io);
  return exitCode.ok;
}

type Opened = OpenSettings<HookAgent>;

/**
 * Everything the hook needs from its environment, as it is now. Agents pass on variables from a repository's settings, and those could
 * move the user's policy and log or load code into Node.
 */
function hookEnvironment({ id }: HookAgent, { place, environment }: Io): readonly HookVariable[] {
  const { movedBy: [moving] = [], projectVariable } = hookPlaces[id];
  const kept = ["USER", "XDG_CONFIG_HOME", ...(moving === undefined ? [] : [moving])];
  return [
    ["HOME", place.home],
    ["PATH", "/usr/bin:/bin"],
    ["SKILLWRIGHT_HOME", place.dataFolder],
    ...kept.flatMap((name): readonly HookVariable[] =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
    ...(projectVariable === undefined ? [] : [[projectVariable, undefined] as const]),
  ];
}

/** Hooks run in arbitrary folders, so paths are absolute; in shared settings they are relative to the project. */
function keptOptions({ agent, scope }: Opened, invocation: Invocation, io: Io): readonly GuardWord[] {
  const paths = readNamedPaths(invocation, ["policy", "root"], io).flatMap((named): readonly GuardWord[] => [
    `--${named.flag}`,
    scope === "user" ? named.path : { inProject: pathInProject(named, { agent, project: io.cwd }) },
  ]);
  const lifetime = invocation.option("lifetime");
  if (lifetime !== undefined && lifetime !== "turn" && lifetime !== "session")
    throw new UsageError("--lifetime must be turn or session.");
  const mode = readMode(invocation);
  return [
    ...paths,
    ...(mode === undefined ? [] : ["--mode", mode]),
    ...(lifetime === undefined ? [] : ["--lifetime", lifetime]),
  ];
}

function switchNotes({ agent, path }: Opened, [change]: SettingsPlan, io: Io): readonly string[] {
  if (change === undefined) return [];
  const target = { agent, path, command: io.place.command, isUnix: true };
  const isOff = readHookStatus(target, () => change.after).state === "off";
  return isOff ? ["These settings disable all hooks; enable hooks for the guard to run."] : [];
}

/** Shows which agents have the guard hook, and whether it works. */
export async function runHookStatus(invocation: Invocation, io: Io): Promise<number> {
  const rows = hookStatusRows(invocation, io);
  const isInstalled = rows.some(({ state }) => state !== "absent" && state !== "unreadable");
  const more = isInstalled ? await describeRules(invocation, io) : [];
  return reportStatus(rows, invocation, io, more);
}

/** What holds for all hooks of this user. */
async function describeRules(invocation: Invocation, io: Io): Promise<readonly string[]> {
  try {
    const policies = await openPolicies(invocation, io);
    const files = policies.flatMap(({ layer }) => layer?.file ?? []);
    const { protect } = combinePolicies(policies);
    const words = protect
      ? "agents cannot change their settings, the guard, policies, log and state"
      : "off, by a policy";
    return [
      `Policies: ${files.length === 0 ? "none" : files.join(", ")}`,
      `Protection: ${words}`,
      `Limits: ${limitWords}`,
    ];
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return [`Every call is refused: ${formatError(error)}`];
  }
}

/** The state of the guard hook in the settings of all agents, or of those given by flags. */
export function hookStatusRows(invocation: Invocation, io: Io): readonly StatusRow[] {
  return openAllSettings(hookAgents, invocation, io).map((opened) =>
    statusRow(opened, () => lookAt(opened, io)),
  );
}

type Look = Omit<StatusRow, "agent" | "scope" | "path">;

function lookAt(opened: Opened, io: Io): Look {
  const { agent, path, disk } = opened;
  const { command, platform } = io.place;
  const found = readHookStatus({ agent, path, command, isUnix: platform !== "win32" }, disk.read);
  const { line } = found;
  if (line === undefined) return { state: found.state };
  const fs = createNodeFileSystem();
  const parts = readGuardLine(line, { agent: agent.id, command });
  const trouble = findProgramTrouble(parts?.program ?? [], fs, io.place);
  const words = { words: parts?.options ?? [], projectFolder: agent.projectFolder, project: io.cwd };
  const { state, problems } = judge(opened, isOpen(opened, parts, io) ? outdated(found) : found, { io, fs });
  const folder = parts?.environment?.get("SKILLWRIGHT_HOME") ?? io.place.dataFolder;
  const moved =
    folder === io.place.dataFolder
      ? []
      : [`It keeps its policy and log in ${folder}, not in ${io.place.dataFolder}.`];
  return {
    ...{ state, command: line, isThere: trouble === undefined, mode: modeOf(parts) },
    problems: [
      ...(trouble === undefined ? [] : [trouble]),
      ...findMissingPaths(words),
      ...moved,
      ...problems,
    ],
  };
}

function modeOf(parts: GuardParts | undefined): string {
  const at = parts?.options.indexOf("--mode") ?? -1;
  return (at === -1 ? undefined : parts?.options[at + 1]) ?? "restrict";
}

/** Whether a user's hook takes the agent's environment, as those of earlier releases do. */
function isOpen({ scope }: Opened, parts: GuardParts | undefined, { place }: Io): boolean {
  return scope === "user" && place.platform !== "win32" && parts?.environment === undefined;
}

function outdated(found: HookStatus): HookStatus {
  return found.state === "installed" ? { ...found, state: "different" } : found;
}

type Machine = { readonly io: Io; readonly fs: FileSystem };
type Judged = { readonly state: HookStatus["state"]; readonly problems: readonly string[] };

/** Whether the agent actually runs the hook: it may be disabled elsewhere or need the user's consent. */
function judge(opened: Opened, { state, hooks }: HookStatus, { io, fs }: Machine): Judged {
  const { agent, scope, path } = opened;
  if (state === "different")
    return { state, problems: ["Run `skillwright guard install` again to update it."] };
  if (state !== "installed") return { state, problems: [] };
  const here = { project: io.cwd, place: io.place, environment: io.environment };
  const { read } = createSettingsDisk(fs, { scope: "user", project: io.cwd, home: io.place.home });
  const off = agent.switches(here).find((file) => {
    const text = read(file);
    return text !== undefined && agent.isOff(jsonEditor.read({ path: file, text }));
  });
  if (off !== undefined) return { state: "off", problems: [`Disabled in ${off}.`] };
  if (agent.consent === undefined) return { state, problems: [] };
  const file = agent.consent.file(here);
  const asked = {
    hooks,
    paths: [path, fs.realPath(path) ?? path],
    projects: scope === "user" ? [] : [io.cwd, fs.realPath(io.cwd) ?? io.cwd],
  };
  const consent = agent.consent.find(asked, { path: file, text: read(file) });
  if (consent === "trusted") return { state, problems: [] };
  return consent === "off"
    ? { state: "off", problems: [`Disabled in ${file}.`] }
    : { state: "untrusted", problems: [agent.next[scope]] };
}
