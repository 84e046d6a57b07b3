import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import {
  bashCommand,
  plainEnvironment,
  type RunRequest,
  type RunResult,
  type Sandbox,
} from "@skillwright/runtime/sandbox";
import type { SkillCopy } from "./copy-skill.ts";
import { testingLimits } from "./limits.ts";
import type { CaseRun } from "./run-test-case.ts";

/**
 * Runs a case's command with a shell in a copy of its skill. Stops a command that floods its output, and
 * marks the result as truncated.
 */
export async function observeCommand(
  { command, stdin }: { readonly command: string; readonly stdin?: string },
  run: CaseRun,
): Promise<RunResult> {
  const { copy, host, ready } = run;
  const folders = [copy.directory, copy.scratch];
  const flood = createFloodGate();
  const result = await runInShell(command, host.sandbox, {
    cwd: copy.directory,
    environment: caseEnvironment(run),
    ...compact({ stdin }),
    timeoutMs: ready.config.timeoutSeconds * 1000,
    outputBytes: testingLimits.testOutputBytes,
    onOutput: flood.onOutput,
    readable: folders,
    writable: folders,
    network: "none",
    signal: host.signal ? AbortSignal.any([flood.signal, host.signal]) : flood.signal,
  });
  return flood.signal.aborted ? { ...result, status: "exited", truncated: true } : result;
}

/** Prefers Bash, since most skills are written for it. */
async function runInShell(
  line: string,
  sandbox: Sandbox,
  request: Omit<RunRequest, "command">,
): Promise<RunResult> {
  try {
    return await sandbox.run({ ...request, command: bashCommand(line) });
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "program-missing") throw error;
    return sandbox.run({ ...request, command: ["sh", "-c", "--", line] });
  }
}

type FloodGate = Required<Pick<RunRequest, "onOutput">> & { readonly signal: AbortSignal };

/**
 * Stops a program once its output exceeds the limit; otherwise an endless writer would use up the whole
 * timeout.
 */
function createFloodGate(): FloodGate {
  const controller = new AbortController();
  const lengths = { stdout: 0, stderr: 0 };
  return {
    signal: controller.signal,
    onOutput: (stream, { length }) => {
      lengths[stream] += length;
      if (lengths[stream] > testingLimits.testOutputBytes) controller.abort();
    },
  };
}

/**
 * The environment of a case's programs: a few harmless variables of the host, the variables that scripts of
 * skills always get, and those of `test-config.json`, which win.
 */
function caseEnvironment({ ready, copy, host }: CaseRun): Readonly<Record<string, string>> {
  const { directory } = copy;
  return {
    ...plainEnvironment(host.environment),
    ...privateFolders(copy),
    SKILL_NAME: ready.skill.name,
    SKILL_DIR: directory,
    SKILL_WORKSPACE: directory,
    SKILL_OUTPUT_DIR: directory,
    ...ready.config.environment,
  };
}

/** Keeps temporary files and settings in a folder that is removed, even without a sandbox. */
export function privateFolders({ scratch }: SkillCopy): Readonly<Record<string, string>> {
  return { HOME: scratch, TMPDIR: scratch };
}
