import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { limits } from "../limits.ts";
import type { BareNameHolders } from "./bare-names.ts";
import type { CatalogSkill, ShadowedSkill } from "./catalog-skill.ts";
import type { Candidate } from "./contest.ts";

/** One finding per untrusted project, with the number of its skills. */
export function findUntrusted(candidates: readonly Candidate[]): readonly DiscoveryFinding[] {
  const counts = new Map<string, number>();
  for (const { skill, disabled } of candidates) {
    const { project } = skill.root;
    if (project === undefined || !disabled.includes("untrusted")) continue;
    counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  return [...counts].map(([path, count]) => ({
    code: "project-untrusted",
    severity: "warning",
    path,
    args: { count },
  }));
}

/**
 * One finding per skill that would be offered if another did not have its name. Across scopes that is how people replace
 * a skill; within one it is likely a mistake. Identical copies are not reported.
 */
export function findShadows(
  losses: readonly { readonly winner: DiscoveredSkill; readonly shadowed: ShadowedSkill }[],
): readonly DiscoveryFinding[] {
  return losses
    .filter(({ shadowed }) => shadowed.enabled && shadowed.reason !== "identical")
    .map(({ winner, shadowed }) => ({
      code: "skill-shadowed",
      severity: winner.root.scope === shadowed.root.scope ? "warning" : "info",
      path: shadowed.file,
      args: { name: shadowed.name, winner: winner.file, reason: shadowed.reason },
    }));
}

/** One finding per bare name that several packages have and one of them answers to. */
export function findCollisions(
  holders: BareNameHolders,
  idOf: (candidate: Candidate) => string,
): readonly DiscoveryFinding[] {
  return [...holders]
    .filter(([, candidates]) => candidates.length > 1)
    .map(([name, [holder]]) => ({
      code: "package-skills-collide",
      severity: "warning",
      path: holder.skill.file,
      args: { name, winner: idOf(holder) },
    }));
}

/** A finding on the largest root when there are more skills than models can choose from well. */
export function findCrowd(skills: readonly CatalogSkill[]): readonly DiscoveryFinding[] {
  const listed = skills.filter((skill) => skill.enabled && skill.modelInvocable);
  if (listed.length <= limits.recommendedSkills) return [];
  const counts = new Map<string, number>();
  for (const { root } of listed) counts.set(root.path, (counts.get(root.path) ?? 0) + 1);
  const [path] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most));
  const args = { count: listed.length, max: limits.recommendedSkills };
  return [{ code: "too-many-skills", severity: "info", path, args }];
}
