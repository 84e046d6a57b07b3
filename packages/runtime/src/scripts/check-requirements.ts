import { limits, SkillError } from "@skillwright/core";
import { findProgram } from "../sandbox/find-program.ts";
import type { RunRequest, Sandbox } from "../sandbox/sandbox.ts";
import type { KnownProgram } from "./known-programs.ts";
import type { Requirement } from "./read-requirements.ts";
import type { ScriptWarning } from "./script-warning.ts";
import { findVersion, isWithin } from "./version-bound.ts";

export type RequirementPlace = {
  /** Name of the skill. */
  readonly name: string;
  readonly sandbox: Sandbox;
  /** Where its programs run, and with which variables. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/**
 * Looks for the programs that a skill needs before one of its scripts runs. One that is missing or too old is an error when
 * a list demands it, and a warning when a sentence does: sentences have exceptions.
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
  const found = findCommand(program, place);
  if (found === undefined && !isStated) return [{ kind: "program-missing", program: names }];
  if (found === undefined) throw missing(requirement, place, `there is no program ${names} on PATH`);
  if (bounds.length === 0) return [];
  const version = await askVersion(found, program, place);
  if (version === undefined) return [{ kind: "version-unknown", requirement: text }];
  if (bounds.every((bound) => isWithin(version, bound))) return [];
  throw missing(requirement, place, `${found} is version ${version}`);
}

function missing({ text }: Requirement, { name }: RequirementPlace, reason: string): SkillError {
  return new SkillError("requirement-missing", { name, requirement: text, reason });
}

function findCommand({ commands }: KnownProgram, { environment, cwd }: RequirementPlace): string | undefined {
  const search = { path: environment.PATH ?? "", cwd, isVisible: () => true };
  return commands.find((program) => "path" in findProgram({ ...search, program }));
}

/** Undefined when it does not say. */
async function askVersion(
  command: string,
  { version = ["--version"] }: KnownProgram,
  { sandbox, cwd, environment, signal }: RequirementPlace,
): Promise<string | undefined> {
  const request: RunRequest = {
    command: [command, ...version],
    cwd,
    environment,
    timeoutMs: limits.versionMs,
    outputBytes: limits.inlineCommandBytes,
    readable: [cwd],
    writable: [],
    network: "none",
    ...(signal === undefined ? {} : { signal }),
  };
  const { status, stdout, stderr } = await sandbox.run(request);
  return status === "exited" ? findVersion(stdout.trim() === "" ? stderr : stdout) : undefined;
}
