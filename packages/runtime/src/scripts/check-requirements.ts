import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import { findProgram } from "../sandbox/find-program.ts";
import type { RunRequest, Sandbox } from "../sandbox/sandbox.ts";
import { scriptsLimits } from "./limits.ts";
import type { KnownProgram, Requirement } from "./read-requirements.ts";
import type { ScriptWarning } from "./script-warning.ts";
import { findVersion, isWithin } from "./version-bound.ts";

export type RequirementPlace = ProgramPlace & {
  readonly name: string;
};

/**
 * Checks that the programs a skill needs are available before a script runs. A missing or outdated one is an error if a
 * list requires it, and a warning if prose does: prose has exceptions.
 */
export async function checkRequirements(
  requirements: readonly Requirement[],
  place: RequirementPlace,
): Promise<readonly ScriptWarning[]> {
  const warnings: ScriptWarning[] = [];
  for (const requirement of requirements) warnings.push(...(await checkRequirement(requirement, place)));
  return warnings;
}

async function checkRequirement(
  requirement: Requirement,
  place: RequirementPlace,
): Promise<readonly ScriptWarning[]> {
  const { text, program, bounds, isStated } = requirement;
  const names = program.commands.join(" or ");
  const found = await findCommand(program.commands, place);
  if (found === undefined && !isStated) return [{ kind: "program-missing", program: names }];
  if (found === undefined) throw missing(requirement, place, `${names} is not on PATH`);
  if (bounds.length === 0) return [];
  const version = await askVersion(found, program, place);
  if (version === undefined) return [{ kind: "version-unknown", requirement: text }];
  if (bounds.every((bound) => isWithin(version, bound))) return [];
  const here = `${found} is version ${version}`;
  if (!isStated) return [{ kind: "version-unfit", requirement: text, here }];
  throw missing(requirement, place, here);
}

function missing({ text }: Requirement, { name }: RequirementPlace, reason: string): SkillError {
  return new SkillError("requirement-missing", { name, requirement: text, reason });
}

/** Undefined if it prints none. */
async function askVersion(
  command: string,
  { version = ["--version"] }: KnownProgram,
  place: RequirementPlace,
): Promise<string | undefined> {
  const { status, stdout, stderr } = await place.sandbox.run(versionRequest([command, ...version], place));
  return status === "exited" ? findVersion(stdout.trim() === "" ? stderr : stdout) : undefined;
}

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
async function findCommand(commands: readonly string[], place: ProgramPlace): Promise<string | undefined> {
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
 * version needs no separate event.
 */
function versionRequest(
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
    ...compact({ signal }),
  };
}

/**
 * Fails if a script's first line makes `env` look for a missing program. Otherwise the run would end with `env`'s own
 * error, as if it were the script's.
 */
export async function requireInterpreter(command: RunRequest["command"], place: ProgramPlace): Promise<void> {
  const program = lookedUpByEnv(command);
  if (program === undefined || (await findCommand([program], place)) !== undefined) return;
  throw new SkillError("program-missing", { program });
}

/** Undefined if unclear: `env` has options and variables, which may change PATH. */
function lookedUpByEnv([program, first = "", second = ""]: RunRequest["command"]): string | undefined {
  if (!/^(?:\/usr)?\/bin\/env$/.test(program)) return undefined;
  const name = first === "-S" ? second : first;
  return /^[A-Za-z0-9][\w.+-]*$/.test(name) ? name : undefined;
}
