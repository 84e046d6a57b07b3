import { SkillError } from "@skillwright/core";
import { runtimeLimits } from "../limits.ts";
import { findProgram } from "../sandbox/find-program.ts";
import type { RunRequest, Sandbox } from "../sandbox/sandbox.ts";
import { scriptsLimits } from "./limits.ts";

/** Where programs run, and with which variables. */
export type ProgramPlace = {
  readonly sandbox: Sandbox;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/**
 * The first of some command names that exists here. PATH is not enough: some sandboxes supply the Node that runs us,
 * and only they know.
 */
export async function findCommand(
  commands: readonly string[],
  place: ProgramPlace,
): Promise<string | undefined> {
  const { environment, cwd } = place;
  const search = { path: environment.PATH ?? "", cwd, isVisible: () => true };
  const found = commands.find((program) => "path" in findProgram({ ...search, program }));
  if (found !== undefined || !commands.includes("node")) return found;
  return (await isSupplied("node", place)) ? "node" : undefined;
}

async function isSupplied(command: string, place: ProgramPlace): Promise<boolean> {
  try {
    const { exitCode } = await place.sandbox.run(versionRequest([command, "--version"], place));
    return exitCode === 0;
  } catch (error) {
    if (error instanceof SkillError && error.code === "program-missing") return false;
    throw error;
  }
}

/**
 * Nothing to write to and no network. The guard has already recorded the intent to run the script, so asking for a
 * version needs no event of its own.
 */
export function versionRequest(
  command: RunRequest["command"],
  { cwd, environment, signal }: ProgramPlace,
): RunRequest {
  return {
    command,
    cwd,
    environment,
    timeoutMs: scriptsLimits.versionMs,
    outputBytes: runtimeLimits.inlineCommandBytes,
    readable: [cwd],
    writable: [],
    network: "none",
    ...(signal === undefined ? {} : { signal }),
  };
}
