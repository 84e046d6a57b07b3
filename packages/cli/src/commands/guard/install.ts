import { createNodeFileSystem } from "@skillwright/core/node";
import type { HookAgent } from "../../agents/agent-settings.ts";
import { reportChange } from "../../agents/change-report.ts";
import { hookAgents } from "../../agents/hook-agents.ts";
import type { GuardWord } from "../../agents/hook-command.ts";
import { pathInProject, readNamedPaths } from "../../agents/named-paths.ts";
import { type OpenSettings, openSettings } from "../../agents/open-settings.ts";
import { ownProgram } from "../../agents/own-program.ts";
import { planHookInstall, planHookUninstall, readHookStatus } from "../../agents/plan-hooks.ts";
import { programNotes } from "../../agents/program-notes.ts";
import type { SettingsPlan } from "../../agents/settings-plan.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { openPolicies } from "../../session/open-policies.ts";

/** Writes the guard's hook into an agent's settings. */
export async function runHookInstall(invocation: Invocation, io: Io): Promise<number> {
  const opened = openSettings(hookAgents, invocation, io);
  const { agent, scope, path, disk } = opened;
  const fs = createNodeFileSystem();
  const { command, platform } = io.place;
  const isUnix = platform !== "win32";
  // On Windows, agents use different shells with different quoting.
  const program = isUnix ? ownProgram(scope, io.place, fs) : ["skillwright"];
  const options = keptOptions(opened, invocation, io);
  // An unreadable policy would make the hook refuse every call.
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
      : ["On Windows, calls may run if the guard cannot be started."]),
  ];
  const words = { done: "installed the guard hook", already: "the guard hook is already installed" };
  await reportChange({ agent, scope, path, plan, notes, ...words }, invocation, io);
  return exitCode.ok;
}

/** Removes the hook. */
export async function runHookUninstall(invocation: Invocation, io: Io): Promise<number> {
  const { agent, scope, path, disk } = openSettings(hookAgents, invocation, io);
  const plan = planHookUninstall({ agent, path, command: io.place.command }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const words = { done: "removed the guard hook", already: "the guard hook is not installed" };
  await reportChange({ agent, scope, path, plan, notes: [], ...words }, invocation, io);
  return exitCode.ok;
}

type Opened = OpenSettings<HookAgent>;

/** Hooks run in arbitrary folders, so paths are absolute; in shared settings they are relative to the project. */
function keptOptions({ agent, scope }: Opened, invocation: Invocation, io: Io): readonly GuardWord[] {
  const paths = readNamedPaths(invocation, ["policy", "root"], io).flatMap((named): readonly GuardWord[] => [
    `--${named.flag}`,
    scope === "user" ? named.path : { inProject: pathInProject(named, { agent, project: io.cwd }) },
  ]);
  const lifetime = invocation.option("lifetime");
  if (lifetime !== undefined && lifetime !== "turn" && lifetime !== "session")
    throw new UsageError("--lifetime must be turn or session.");
  return [...paths, ...(lifetime === undefined ? [] : ["--lifetime", lifetime])];
}

function switchNotes({ agent, path }: Opened, [change]: SettingsPlan, io: Io): readonly string[] {
  if (change === undefined) return [];
  const target = { agent, path, command: io.place.command, isUnix: true };
  const isOff = readHookStatus(target, () => change.after).state === "off";
  return isOff ? ["These settings disable all hooks; enable hooks for the guard to run."] : [];
}
