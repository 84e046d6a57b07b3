import type { FileSystem } from "@skillwright/core/discover";
import { formatStop, runtimeLimits } from "@skillwright/runtime";
import type { RunResult, Sandbox } from "@skillwright/runtime/sandbox";
import { plainEnvironment, scriptCommand } from "@skillwright/runtime/sandbox";
import { evalsLimits } from "../limits.ts";
import { excerpt } from "../testing/excerpt.ts";
import type { AssertionVerdict } from "../trials/assertion.ts";
import type { Trial } from "../trials/trial.ts";
import type { Check } from "./read-check.ts";

export type CheckPlace = {
  readonly sandbox: Sandbox;
  readonly fs: FileSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The skill's folder, links resolved. */
  readonly directory: string;
  /** The agent's folder. */
  readonly workspace: string;
  readonly signal?: AbortSignal;
};

/**
 * Runs a script of the skill in the agent's folder, with the trial as JSON on standard input. Exit code 0
 * means passed.
 */
export async function runCheck(
  { file, args }: Check,
  trial: Trial,
  place: CheckPlace,
): Promise<AssertionVerdict> {
  const { sandbox, fs, directory, workspace, signal } = place;
  const command = scriptCommand(fs, `${directory}/${file}`);
  if (command === undefined) return { passed: false, evidence: `${file} is not a script that can run here.` };
  const timeoutMs = runtimeLimits.commandMs;
  const result = await sandbox.run({
    command: [...command, ...args],
    cwd: workspace,
    environment: { ...plainEnvironment(place.environment), SKILL_DIR: directory, SKILL_WORKSPACE: workspace },
    stdin: JSON.stringify(trial),
    timeoutMs,
    outputBytes: runtimeLimits.commandOutputBytes,
    readable: [workspace, directory],
    writable: [workspace],
    network: "none",
    ...(signal === undefined ? {} : { signal }),
  });
  const stop = formatStop(result, { timeoutMs }, "The check");
  const passed = stop === undefined && result.status === "exited" && result.exitCode === 0;
  return { passed, evidence: stop === undefined ? describe(result) : `${stop}.` };
}

/** Keeps the end of the output, which usually has the reason. */
function describe({ stdout, stderr, exitCode }: RunResult): string {
  const words = [stdout, stderr].map((text) => text.trim()).filter((text) => text !== "");
  const all = words.join("\n");
  return all === "" ? `Exit code ${exitCode}.` : excerpt(all, all.length, evalsLimits.testExcerptCharacters);
}
