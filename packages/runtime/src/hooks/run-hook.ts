import { stripVTControlCharacters } from "node:util";
import { formatError, SkillError } from "@skillwright/core";
import type { AuditFact } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import { printable } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox/sandbox.ts";
import { scriptCommand } from "../sandbox/script-command.ts";
import { bashCommand, plainEnvironment } from "../sandbox/shell-run.ts";
import { hooksLimits } from "./limits.ts";
import { type HookAnswer, readHookOutput } from "./read-hook-output.ts";
import type { Hook } from "./read-hooks.ts";

/** The audit record of a run. */
export type HookRun = Omit<Extract<AuditFact, { readonly event: "hook-finished" }>, "event">;

export type HookSettings = {
  readonly sandbox: Sandbox;
  readonly fs: FileSystem;
  readonly session: string;
  /** Absolute working directory of hooks. */
  readonly workspace: string;
  /** The host's variables; hooks get only a few of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What an unexplained failure means; if absent, `pre` scripts block. */
  readonly onFailure?: "block" | "continue";
  readonly signal?: AbortSignal;
};

export type HookResult = { readonly run: HookRun; readonly answer: HookAnswer };

/** Runs one hook and evaluates how it ended. Never throws because of the hook. */
export async function runHook(hook: Hook, stdin: string, settings: HookSettings): Promise<HookResult> {
  const request: Omit<RunRequest, "command"> = {
    cwd: settings.workspace,
    environment: hookEnvironment(hook, settings),
    stdin,
    timeoutMs: hook.timeoutMs,
    outputBytes: hooksLimits.hookOutputBytes,
    readable: [settings.workspace, hook.source.directory],
    // A hook that could write there could plant a git hook, which runs outside every sandbox.
    writable: [],
    network: "none",
    ...(settings.signal ? { signal: settings.signal } : {}),
  };
  try {
    const line = hookCommand(hook, settings.fs);
    if ("trouble" in line) return cannotRun(hook, line.trouble);
    return judge(hook, await runFirst(line.commands, request, settings.sandbox), settings);
  } catch (error) {
    // The sandbox belongs to the host: if it fails, the hook did not run.
    const why = error instanceof SkillError ? formatError(error) : printable(String(error));
    return cannotRun(hook, `cannot be run: ${why}`);
  }
}

/** The shell fills in `${SKILL_DIR}` and the like, never we, so no value can become code. */
function hookEnvironment(hook: Hook, settings: HookSettings): Readonly<Record<string, string>> {
  const { environment, session, workspace } = settings;
  const { directory } = hook.source;
  return {
    ...plainEnvironment(environment),
    SKILL_DIR: directory,
    CLAUDE_SKILL_DIR: directory,
    CLAUDE_PROJECT_DIR: workspace,
    SESSION_ID: session,
    CLAUDE_SESSION_ID: session,
  };
}

/** The fallback is for machines without the first program. */
async function runFirst(
  [first, second]: HookCommands,
  request: Omit<RunRequest, "command">,
  sandbox: Sandbox,
): Promise<RunResult> {
  try {
    return await sandbox.run({ ...request, command: first });
  } catch (error) {
    if (!second || !(error instanceof SkillError) || error.code !== "program-missing") throw error;
    return sandbox.run({ ...request, command: second });
  }
}

/** Fail closed: a hook that cannot run blocks. */
function cannotRun(hook: Hook, trouble: string): HookResult {
  const block = `${title(hook)} ${trouble}`;
  return { run: record(hook, { outcome: "failed", durationMs: 0, output: block }), answer: { block } };
}

function judge(hook: Hook, result: RunResult, { onFailure }: HookSettings): HookResult {
  const { exitCode, durationMs } = result;
  const output = [clean(result.stdout), clean(result.stderr)].filter((text) => text !== "").join("\n");
  const finish = (outcome: HookRun["outcome"], answer: HookAnswer): HookResult => ({
    run: record(hook, { outcome, durationMs, exitCode, output }),
    answer,
  });
  if (result.status === "timed-out")
    return finish("timed-out", { block: `${title(hook)} did not end within ${hook.timeoutMs / 1000} s.` });
  if (result.status === "aborted") return finish("failed", { block: `${title(hook)} was stopped.` });
  if (exitCode === 2)
    return finish("blocked", { block: clean(result.stderr) || `${title(hook)} blocked it.` });
  if (exitCode === 0) {
    const answer = cleanAnswer(readHookOutput(result.stdout), hook);
    return finish(answer.block === undefined ? "passed" : "blocked", answer);
  }
  // With these codes a shell reports a missing command: the hook did not run.
  const wasAsked = exitCode !== 126 && exitCode !== 127;
  const goesOn = (onFailure ?? (hook.event === "skill-activate" ? "block" : "continue")) === "continue";
  if (wasAsked && goesOn) return finish("failed", {});
  return finish("failed", {
    block: [`${title(hook)} failed with exit code ${exitCode}.`, output].join("\n").trim(),
  });
}

function title({ event, command, source, form }: Hook): string {
  return `The ${event} hook ${form === "script" ? `${clean(command)} ` : ""}of the skill ${clean(source.name)}`;
}

function record(
  hook: Hook,
  outcome: Pick<HookRun, "outcome" | "durationMs" | "exitCode" | "output">,
): HookRun {
  const { name, digest } = hook.source;
  return { skill: { name, digest }, hook: hook.event, command: hook.command, ...outcome };
}

function cleanAnswer(answer: HookAnswer, hook: Hook): HookAnswer {
  const { block, additionalContext } = answer;
  return {
    ...answer,
    ...(block === undefined ? {} : { block: clean(block) || `${title(hook)} blocked it.` }),
    ...(additionalContext === undefined ? {} : { additionalContext: clean(additionalContext) }),
  };
}

/** Hook output reaches terminals and models: bounded, and without anything that moves a cursor or hides. */
function clean(text: string): string {
  const plain = stripVTControlCharacters(text.slice(0, hooksLimits.hookOutputBytes)).trim();
  const shown = plain.replace(/[^\n\t]+/g, printable);
  return shown.length > runtimeLimits.hookReasonCharacters
    ? `${shown.slice(0, runtimeLimits.hookReasonCharacters)}…`
    : shown;
}

type Command = RunRequest["command"];
/** One way to run a hook, and a fallback if its program is missing. */
type HookCommands = readonly [Command, Command?];

/** A script of the skill by its real path, or a shell line; or why the hook cannot run. */
function hookCommand(
  hook: Hook,
  fs: FileSystem,
): { readonly commands: HookCommands } | { readonly trouble: string } {
  const { command, form, source } = hook;
  if (form === "shell")
    return {
      commands: [bashCommand(command), ["sh", "-c", "--", command]],
    };
  const root = fs.realPath(source.directory);
  const script = fs.realPath(`${source.directory}/${command}`);
  // Resolve links before comparing: a link inside the skill may lead out of it.
  if (root === undefined || script === undefined || !isInside(root, script))
    return { trouble: "is not a file of that skill." };
  const line = scriptCommand(fs, script);
  return line ? { commands: [line] } : { trouble: "is neither a known script type nor executable." };
}
