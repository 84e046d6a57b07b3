import { stripVTControlCharacters } from "node:util";
import {
  type AuditFact,
  type FileSystem,
  formatError,
  limits,
  printable,
  SkillError,
} from "@skillwright/core";
import { plainEnvironment } from "../sandbox/plain-environment.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox/sandbox.ts";
import { type HookCommands, hookCommand } from "./hook-command.ts";
import { type HookAnswer, readHookOutput } from "./read-hook-output.ts";
import type { Hook } from "./read-hooks.ts";

/** What the audit log says of a run. */
export type HookRun = Omit<Extract<AuditFact, { readonly event: "hook-finished" }>, "event">;

export type HookSettings = {
  readonly sandbox: Sandbox;
  readonly fs: FileSystem;
  readonly session: string;
  /** Absolute path that hooks run in. */
  readonly workspace: string;
  /** The host's variables; all but a few are kept from hooks. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a hook that fails without a word on the matter means; `pre` scripts block when this is absent. */
  readonly onFailure?: "block" | "continue";
  readonly signal?: AbortSignal;
};

export type HookResult = { readonly run: HookRun; readonly answer: HookAnswer };

/** Runs one hook and judges how it ended. Never fails on account of the hook. */
export async function runHook(hook: Hook, stdin: string, settings: HookSettings): Promise<HookResult> {
  const request: Omit<RunRequest, "command"> = {
    cwd: settings.workspace,
    environment: hookEnvironment(hook, settings),
    stdin,
    timeoutMs: hook.timeoutMs,
    outputBytes: limits.hookOutputBytes,
    readable: [settings.workspace, hook.source.directory],
    // A hook that could write there could leave a git hook behind, which runs outside of every sandbox.
    writable: [],
    network: "none",
    ...(settings.signal ? { signal: settings.signal } : {}),
  };
  try {
    const line = hookCommand(hook, settings.fs);
    if ("trouble" in line) return cannotRun(hook, line.trouble);
    return judge(hook, await runFirst(line.commands, request, settings.sandbox), settings);
  } catch (error) {
    // A sandbox is the host's own: whatever it fails with, the hook has not been asked.
    const why = error instanceof SkillError ? formatError(error) : printable(String(error));
    return cannotRun(hook, `cannot be run: ${why}`);
  }
}

/** A command's `${SKILL_DIR}` and the like are filled in by its shell, never by us, so no value can become code. */
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

/** The second way is for machines that lack the program of the first. */
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

/** A guard that is not at its post lets nobody pass. */
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
  if (exitCode === 2) return finish("blocked", { block: clean(result.stderr) || `${title(hook)} refused.` });
  if (exitCode === 0) {
    const answer = cleanAnswer(readHookOutput(result.stdout), hook);
    return finish(answer.block === undefined ? "passed" : "blocked", answer);
  }
  // With these codes a shell says that it found no such command: the hook has not been asked.
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
    ...(block === undefined ? {} : { block: clean(block) || `${title(hook)} refused.` }),
    ...(additionalContext === undefined ? {} : { additionalContext: clean(additionalContext) }),
  };
}

/** A hook's words reach terminals and models: a bounded part, and nothing that moves a cursor or hides. */
function clean(text: string): string {
  const plain = stripVTControlCharacters(text.slice(0, limits.hookOutputBytes)).trim();
  const shown = plain.replace(/[^\n\t]+/g, printable);
  return shown.length > limits.hookReasonCharacters
    ? `${shown.slice(0, limits.hookReasonCharacters)}…`
    : shown;
}
