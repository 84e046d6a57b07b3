import { decodeUtf8 } from "@skillwright/core/text";
import { scenariosLimits } from "@skillwright/evals";
import { agentLimits } from "@skillwright/runtime/agent";
import type { NetworkAccess } from "@skillwright/runtime/sandbox";
import { type Invocation, UsageError } from "../../command.ts";
import { readInteger, readSeconds } from "../../input/read-numbers.ts";

import type { Io } from "../../io.ts";
import { cliLimits } from "../../limits.ts";
import { readNetworkAccess, readSandboxChoice, type SandboxChoice } from "../../session/program-access.ts";

/** The parsed arguments of `run`. */
export type RunRequest = {
  readonly task: string;
  /** Skills to activate first. */
  readonly skills: readonly string[];
  readonly maxSteps: number;
  readonly timeoutMs: number | undefined;
  readonly access: RunAccess;
  readonly yes: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
};

type RunAccess = {
  readonly sandbox: SandboxChoice;
  readonly network: NetworkAccess;
};

export async function readRunRequest(invocation: Invocation, io: Io): Promise<RunRequest> {
  const bounds = { least: 1, most: scenariosLimits.mostAgentSteps };
  const maxSteps = readInteger(invocation, "max-steps", bounds) ?? agentLimits.agentSteps;
  const timeoutMs = readSeconds("timeout", invocation);
  const access = { sandbox: readSandboxChoice(invocation), network: await readNetworkAccess(invocation) };
  return {
    task: await readTask(invocation.positionals, io),
    skills: readSkills(invocation.options("skill")),
    maxSteps,
    timeoutMs,
    access,
    yes: invocation.flag("yes"),
    json: invocation.flag("json"),
    quiet: invocation.flag("quiet"),
  };
}

function readSkills(names: readonly string[]): readonly string[] {
  if (names.includes("")) throw new UsageError("--skill requires the name of a skill; found ''.");
  return names;
}

async function readTask(words: readonly string[], io: Io): Promise<string> {
  const task = words.length === 1 && words[0] === "-" ? await readPipedTask(io) : words.join(" ");
  if (task.trim() === "")
    throw new UsageError("run requires a TASK in your own words, or `-` to read it from standard input.");
  return task.trim();
}

async function readPipedTask(io: Io): Promise<string> {
  const bytes = await io.readInput(cliLimits.taskBytes);
  if (bytes.length > cliLimits.taskBytes)
    throw new UsageError(
      `TASK may have at most ${cliLimits.taskBytes} bytes. Put long material in files and mention them.`,
    );
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new UsageError("the TASK on standard input is not UTF-8 text.");
  return text;
}
