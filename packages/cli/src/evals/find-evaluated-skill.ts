import type { LoadedSkill } from "@skillwright/core/discover";
import { type Invocation, UsageError } from "../command.ts";
import { findTestedSkills, nameOf } from "../commands/find-tested-skills.ts";
import type { Io } from "../io.ts";

/** The one skill that the arguments name; undefined when it is not available, which has been reported then. */
export async function findEvaluatedSkill(invocation: Invocation, io: Io): Promise<LoadedSkill | undefined> {
  const [word, extra] = invocation.positionals;
  if (extra !== undefined) throw new UsageError(`eval takes one SKILL; found '${extra}' after '${word}'.`);
  const skills = await findTestedSkills(invocation, io, { command: "eval" });
  if (skills === undefined) return undefined;
  const [skill, ...others] = skills;
  if (skill === undefined) throw new UsageError("no skill found here; name one.");
  if (others.length === 0) return skill;
  const names = skills.slice(0, 8).map(nameOf).join(", ");
  throw new UsageError(`eval takes one SKILL, but there are ${skills.length} here: ${names}. Name one.`);
}
