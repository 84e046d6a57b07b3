import { splitArguments } from "@skillwright/core/activate";
import type { FileSystem } from "@skillwright/core/discover";
import { compact } from "@skillwright/core/text";
import { formatStop, runtimeLimits } from "@skillwright/runtime";
import { plainEnvironment, type RunResult, type Sandbox, scriptCommand } from "@skillwright/runtime/sandbox";
import { evalsLimits } from "../limits.ts";
import { excerpt } from "../testing/excerpt.ts";
import type { AssertionVerdict } from "../trials/judge-assertion.ts";
import type { Trial } from "../trials/trial.ts";

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
    ...compact({ signal }),
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

/** A program of the skill that checks what the agent did. */
type Check = { readonly file: string; readonly args: readonly string[] };

/**
 * Interprets a `custom` assertion: a check when its first word is the path of a file in the skill, otherwise
 * words for a judge. A path in tests/ or scripts/ that does not exist is a mistake.
 */
export function readCheck(value: string, hasFile: (path: string) => boolean): Check | "words" | "missing" {
  const [file = "", ...args] = splitArguments(value);
  if (!file.includes("/")) return "words";
  if (hasFile(file)) return { file, args };
  return /^(?:tests|scripts)\//.test(file) ? "missing" : "words";
}
