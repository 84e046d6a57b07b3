import { SkillError } from "@skillwright/core";
import { loadSkill } from "@skillwright/core/discover";
import { compact } from "@skillwright/core/text";
import {
  formatHookProblem,
  type Hook,
  type HookPayload,
  type HookVerdict,
  readHooks,
  runHooks,
  systemClock,
} from "@skillwright/runtime";
import type { RunResult, Sandbox } from "@skillwright/runtime/sandbox";
import type { HookDecision, TestHook } from "./case.ts";
import { privateFolders } from "./observe-command.ts";
import type { CaseRun } from "./run-test-case.ts";

/** What a skill's hooks did; the decision is absent when no hook is registered for the event. */
export type ObservedHooks = RunResult & { readonly decision?: HookDecision };

/** Sends an event to the hooks of a skill's copy, exactly as a session does. */
export async function observeHooks(event: TestHook, run: CaseRun): Promise<ObservedHooks> {
  const { copy, host } = run;
  const results: RunResult[] = [];
  const hooks = readCaseHooks(run).filter((hook) => hook.event === event.event);
  const verdict = await runHooks(hooks, toPayload(event), {
    session: "test",
    workspace: copy.directory,
    environment: host.environment,
    fs: host.fs,
    sandbox: createCaseSandbox(run, (result) => results.push(result)),
    starting: async () => {},
    ...compact({ signal: host.signal }),
  });
  requireHooksRan(verdict, run);
  const result = joinResults(results);
  return hooks.length > 0 ? { ...result, decision: toDecision(verdict) } : result;
}

/** Invalid hooks fail the case: a session would not activate such a skill. */
function readCaseHooks({ ready, copy, host }: CaseRun): readonly Hook[] {
  const { manifest } = loadSkill(host.fs, copy.directory).parsed;
  const skill = { name: ready.skill.name, digest: "", directory: copy.directory };
  const { hooks, problems } = readHooks(manifest.hooks, skill);
  const [problem] = problems;
  if (problem !== undefined) throw invalid(ready.skill.directory, formatHookProblem(problem));
  return hooks;
}

function toPayload({ event, tool, input = {}, response, prompt }: TestHook): HookPayload {
  return compact<HookPayload>({
    event,
    call: tool === undefined ? undefined : { tool, input, ...compact({ response }) },
    details: prompt === undefined ? undefined : { prompt },
  });
}

/**
 * The case's sandbox. Hooks get the environment of a session plus `test-config.json`, and share the time of
 * one case.
 */
function createCaseSandbox({ ready, copy, host }: CaseRun, onResult: (result: RunResult) => void): Sandbox {
  const { clock = systemClock, sandbox } = host;
  const end = clock.elapsed() + ready.config.timeoutSeconds * 1000;
  return {
    ...sandbox,
    run: async (request) => {
      const result = await sandbox.run({
        ...request,
        environment: { ...request.environment, ...privateFolders(copy), ...ready.config.environment },
        timeoutMs: Math.max(1, Math.min(request.timeoutMs, end - clock.elapsed())),
      });
      onResult(result);
      return result;
    },
  };
}

/**
 * Fails when a hook could not start or its shell did not find the program: it would deny everything and prove
 * nothing.
 */
function requireHooksRan({ runs, reason = "" }: HookVerdict, { ready }: CaseRun): void {
  const isMissing = runs.some(
    ({ outcome, exitCode }) =>
      outcome === "failed" && (exitCode === undefined || exitCode === 126 || exitCode === 127),
  );
  if (isMissing) throw invalid(ready.skill.directory, reason);
}

function invalid(path: string, reason: string): SkillError {
  return new SkillError("skill-invalid", { path, reason });
}

function toDecision({ outcome, ask }: HookVerdict): HookDecision {
  if (outcome === "blocked") return "deny";
  return ask ? "ask" : "allow";
}

const nothing: RunResult = {
  status: "exited",
  exitCode: 0,
  stdout: "",
  stderr: "",
  truncated: false,
  durationMs: 0,
};

/**
 * Merges the results of several hooks: all output, and the end of the last hook or of the one that had to be
 * stopped.
 */
function joinResults(results: readonly RunResult[]): RunResult {
  const stopped = results.find(({ status }) => status !== "exited" && status !== "killed");
  return {
    ...(stopped ?? results.at(-1) ?? nothing),
    stdout: results.map(({ stdout }) => stdout).join(""),
    stderr: results.map(({ stderr }) => stderr).join(""),
    truncated: results.some(({ truncated }) => truncated),
    durationMs: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}
