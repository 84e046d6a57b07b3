import { createNodeFileSystem } from "@skillwright/core/node";
import type { SettingsScope } from "../agents/agent-settings.ts";
import { reportChange } from "../agents/change-report.ts";
import { hookAgents } from "../agents/hook-agents.ts";
import { openSettings } from "../agents/open-settings.ts";
import { ownProgram } from "../agents/own-program.ts";
import { planHookInstall, planHookUninstall } from "../agents/plan-hooks.ts";
import { programNotes } from "../agents/program-notes.ts";
import { type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";

/** Writes the guard's hook into an agent's settings. */
export async function runHookInstall(invocation: Invocation, io: Io): Promise<number> {
  const { agent, scope, path, disk } = openSettings(hookAgents, invocation, io);
  const fs = createNodeFileSystem();
  const isUnix = io.place.platform !== "win32";
  // On Windows agents differ in their shells, and so in quotes.
  const program = isUnix ? ownProgram(scope, io.place, fs) : ["skillwright"];
  const options = keptOptions(invocation, scope, io);
  const plan = planHookInstall({ agent, path, program, options, isUnix }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const notes = [
    agent.next[scope],
    `Limits: ${agent.limits}`,
    ...programNotes(program, fs, io.place),
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
  const plan = planHookUninstall({ agent, path }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const words = { done: "the guard's hook is no longer", already: "the guard has no hook" };
  await reportChange({ agent, scope, path, plan, notes: [], ...words }, invocation, io);
  return exitCode.ok;
}

/** Hooks run in folders of the agent's choice; what is shared with others must not name folders of one machine. */
function keptOptions(invocation: Invocation, scope: SettingsScope, io: Io): readonly string[] {
  const policies = invocation.options("policy");
  if (policies.includes("")) throw new UsageError("--policy wants a file.");
  const files = policies.map((file) =>
    scope === "project" ? file : absolutePath(file, io.cwd, io.place.home),
  );
  const lifetime = invocation.option("lifetime");
  if (lifetime !== undefined && lifetime !== "turn" && lifetime !== "session")
    throw new UsageError("--lifetime is turn or session.");
  return [
    ...files.flatMap((file) => ["--policy", file]),
    ...(lifetime === undefined ? [] : ["--lifetime", lifetime]),
  ];
}
