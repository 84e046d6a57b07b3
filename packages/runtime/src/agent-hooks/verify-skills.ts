import { SkillError } from "@skillwright/core";
import type { InstalledCheck } from "@skillwright/core/installed";
import { checksAtActivation, type Decision, verifiedAtActivation } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import type { HookEvent } from "./agent-dialect.ts";
import { type Loading, unsettled } from "./decide-uses.ts";
import type { FoundSkill, JudgeParts, SkillQuery } from "./judge-parts.ts";
import { agentHooksLimits } from "./limits.ts";

/** The first refusal of skills that would be loaded under a name and are not what was installed. */
export type VerifySkills = (loading: Loading, isCertain: boolean) => Decision | undefined;

type Verifying = Pick<JudgeParts, "findSkills" | "policy"> & {
  /** Absent if the host cannot verify skills; then none may be loaded. */
  readonly check: InstalledCheck | undefined;
};

/**
 * Verifies the skills that an event may load, as policies demand. Verifying takes time and decisions do not, so it comes first; a skill
 * that has changed when the decision is made was not verified.
 */
export async function verifySkills(
  event: HookEvent,
  { findSkills, policy, check }: Verifying,
): Promise<VerifySkills> {
  if (!checksAtActivation(policy.install)) return () => undefined;
  const extent = verifiedAtActivation(policy.install);
  const verified = new Map<string, Decision | undefined>();
  for (const query of queriesOf(event))
    for (const skill of tryFind(query, findSkills)) {
      const key = keyOf(skill);
      if (check !== undefined && !verified.has(key)) verified.set(key, await check(skill));
    }
  return ({ name, found }, isCertain) => {
    if (found.length === 0 && isCertain && extent === "all")
      return unsettled(
        `The guard cannot find the skill ${printable(name)}, and policy allows only verified skills.`,
      );
    const refusals = found.map((skill) =>
      verified.has(keyOf(skill)) ? verified.get(keyOf(skill)) : unverified(name),
    );
    return refusals.find((refusal) => refusal !== undefined);
  };
}

function unverified(name: string): Decision {
  return unsettled(`The skill ${printable(name)} could not be verified, which policy demands. Try again.`);
}

function keyOf({ directory, digest }: FoundSkill): string {
  return `${directory}\0${digest}`;
}

function queriesOf(event: HookEvent): readonly SkillQuery[] {
  if (event.kind === "call") {
    const calls = [...(event.earlier ?? []), event];
    // More than this in one call is refused.
    return calls.flatMap(({ loads = [], loader }) =>
      loads.slice(0, agentHooksLimits.loadedSkills).map(
        (name): SkillQuery => ({
          ...{ name, cwd: event.cwd },
          reach: loader === undefined ? "agent" : "everywhere",
        }),
      ),
    );
  }
  if (event.kind !== "prompt" && event.kind !== "load") return [];
  const { skills, served = [], cwd } = event;
  return [
    ...skills.map((name): SkillQuery => ({ name, cwd, reach: "agent" })),
    ...served.map((name): SkillQuery => ({ name, cwd, reach: "everywhere" })),
  ];
}

/** What cannot be found or read is refused when it is decided about. */
function tryFind(query: SkillQuery, findSkills: JudgeParts["findSkills"]): readonly FoundSkill[] {
  try {
    return findSkills(query);
  } catch (error) {
    if (error instanceof SkillError) return [];
    throw error;
  }
}
