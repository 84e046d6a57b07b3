import { createNodeFileSystem } from "@skillwright/core/node";
import type { HookAgent } from "../agents/agent-settings.ts";
import { reportChange } from "../agents/change-report.ts";
import { hookAgents } from "../agents/hook-agents.ts";
import type { GuardWord } from "../agents/hook-command.ts";
import { pathInProject, readNamedPaths } from "../agents/named-paths.ts";
import { type OpenSettings, openSettings } from "../agents/open-settings.ts";
import { ownProgram } from "../agents/own-program.ts";
import { planHookInstall, planHookUninstall, readHookStatus } from "../agents/plan-hooks.ts";
import { programNotes } from "../agents/program-notes.ts";
import type { SettingsPlan } from "../agents/settings-plan.ts";
import { type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { openPolicies } from "./open-policies.ts";

/** Writes the guard's hook into an agent's settings. */
export async function runHookInstall(invocation: Invocation, io: Io): Promise<number> {
  const opened = openSettings(hookAgents, invocation, io);
  const { agent, scope, path, disk } = opened;
  const fs = createNodeFileSystem();
  const { command, platform } = io.place;
  const isUnix = platform !== "win32";
  // On Windows agents differ in their shells, and so in quotes.
  const program = isUnix ? ownProgram(scope, io.place, fs) : ["skillwright"];
  const options = keptOptions(opened, invocation, io);
  // One that cannot be read would make the hook refuse everything.
  await openPolicies(invocation, io);
  const plan = planHookInstall({ agent, path, command, program, options, isUnix }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const notes = [
    agent.next[scope],
    `Limits: ${agent.limits}`,
    ...programNotes(program, fs, io.place),
    ...switchNotes(opened, plan, io),
    ...(isUnix || !agent.goesOnAfterFailure
      ? []
      : ["On Windows, a guard that cannot be started may let calls pass."]),
  ];
  const words = { done: "the guard's hook is", already: "the guard's hook is there already" };
  await reportChange({ agent, scope, path, plan, notes, ...words }, invocation, io);
  return exitCode.ok;
}

/** Takes the hook out again. */
export async function runHookUninstall(invocation: Invocation, io: Io): Promise<number> {
  const { agent, scope, path, disk } = openSettings(hookAgents, invocation, io);
  const plan = planHookUninstall({ agent, path, command: io.place.command }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const words = { done: "the guard's hook is no longer", already: "the guard has no hook" };
  await reportChange({ agent, scope, path, plan, notes: [], ...words }, invocation, io);
  return exitCode.ok;
}

type Opened = OpenSettings<HookAgent>;

/** Hooks run in folders of the agent's choice; what is shared with others must not name folders of one machine. */
function keptOptions({ agent, scope }: Opened, invocation: Invocation, io: Io): readonly GuardWord[] {
  const paths = readNamedPaths(invocation, ["policy", "root"], io).flatMap((named): readonly GuardWord[] => [
    `--${named.flag}`,
    scope === "user" ? named.path : { inProject: pathInProject(named, { agent, project: io.cwd }) },
  ]);
  const lifetime = invocation.option("lifetime");
  if (lifetime !== undefined && lifetime !== "turn" && lifetime !== "session")
    throw new UsageError("--lifetime is turn or session.");
  return [...paths, ...(lifetime === undefined ? [] : ["--lifetime", lifetime])];
}

function switchNotes({ agent, path }: Opened, [change]: SettingsPlan, io: Io): readonly string[] {
  if (change === undefined) return [];
  const target = { agent, path, command: io.place.command, isUnix: true };
  const isOff = readHookStatus(target, () => change.after).state === "off";
  return isOff ? ["These settings switch all hooks off, so it is not run until that is changed."] : [];
}
