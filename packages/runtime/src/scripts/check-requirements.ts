import { SkillError } from "@skillwright/core";
import { findCommand, type ProgramPlace, versionRequest } from "./find-command.ts";
import type { KnownProgram } from "./known-programs.ts";
import type { Requirement } from "./read-requirements.ts";
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
