import type { DiscoveredSkill, Scope } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { limits } from "../limits.ts";
import { assignIds } from "./assign-ids.ts";
import type { CatalogSkill, ShadowedSkill, ShadowReason } from "./catalog-skill.ts";
import {
  type BareNameHolders,
  type Candidate,
  type Contest,
  holdContest,
  holdersOfBareNames,
  reasonOfLoss,
} from "./contest.ts";
import { createEligibility, type EligibilityContext, givesUpName } from "./eligibility.ts";
import { invocationOf } from "./invocation.ts";
import { type BareNames, readScopes } from "./precedence.ts";
import { skillKey } from "./skill-names.ts";

export type ResolveContext = EligibilityContext & {
  /** Which scope wins on equal names, strongest first; see `readPrecedence`. */
  readonly precedence: readonly Scope[];
  /** How to resolve a bare name that several packages have; `unique` when absent. */
  readonly bareNames?: BareNames;
  /** Whether two skills have identical content; without it all count as different. */
  readonly isSameContent?: (a: DiscoveredSkill, b: DiscoveredSkill) => boolean;
};

/** Both lists are sorted by id (by code unit); together they hold every found skill once. */
export type Resolution = {
  readonly skills: readonly CatalogSkill[];
  readonly shadowed: readonly ShadowedSkill[];
  /** Bare names that reach package skills, with the skills' ids. */
  readonly bareNames: ReadonlyMap<string, string>;
  readonly findings: readonly DiscoveryFinding[];
};

/** Decides who wins each name and what is offered. `found` is in the order of the roots, nearest first. */
export function resolveSkills(found: readonly DiscoveredSkill[], context: ResolveContext): Resolution {
  const candidates = toCandidates(found, context);
  const contests = holdContests(candidates);
  const holders = holdersOfBareNames(contests, context.bareNames ?? "unique");
  const ids = assignIds(contests, holders.keys());
  const idOf = (candidate: Candidate): string => ids[candidate.index] ?? candidate.key;
  const skills = contests.map(({ winner }) => toCatalogSkill(winner, idOf(winner))).sort(byId);
  const losses = contests
    .flatMap(({ winner, losers }) =>
      losers.map((loser, place) => {
        const reason = lossOf(winner, loser, context);
        const standing = { winner: idOf(winner), reason, rank: place + 1 };
        const shadowed = { ...toCatalogSkill(loser, idOf(loser)), ...standing };
        return { winner: winner.skill, shadowed };
      }),
    )
    .sort((a, b) => byId(a.shadowed, b.shadowed));
  return {
    skills,
    shadowed: losses.map(({ shadowed }) => shadowed),
    bareNames: new Map([...holders].map(([name, [holder]]) => [name, idOf(holder)])),
    findings: [
      ...findUntrusted(candidates),
      ...findShadows(losses),
      ...findCollisions(holders, idOf),
      ...findCrowd(skills),
    ],
  };
}

function toCandidates(found: readonly DiscoveredSkill[], context: ResolveContext): readonly Candidate[] {
  const scopes = readScopes(context.precedence, "precedence");
  const scopeRanks = new Map(scopes.map((scope, rank) => [scope, rank]));
  const rootRanks = new Map<string, number>();
  const disabledOf = createEligibility(context);
  return found.map((skill, index) => {
    const { scope, path } = skill.root;
    const rootRank = rootRanks.get(path) ?? rootRanks.size;
    rootRanks.set(path, rootRank);
    const disabled = disabledOf(skill);
    const scopeRank = scopeRanks.get(scope) ?? scopes.length;
    const isStanding = disabled.length === 0 || !givesUpName(disabled);
    return { skill, index, key: skillKey(skill), disabled, isStanding, scopeRank, rootRank };
  });
}

/** Plain names and packages are kept apart: a skill named `acme:pdf` does not compete with that package's. */
function holdContests(candidates: readonly Candidate[]): readonly Contest[] {
  const plain = new Map<string, [Candidate, ...Candidate[]]>();
  const packaged = new Map<string, [Candidate, ...Candidate[]]>();
  for (const candidate of candidates) {
    const groups = candidate.skill.root.package === undefined ? plain : packaged;
    const group = groups.get(candidate.key);
    if (group === undefined) groups.set(candidate.key, [candidate]);
    else group.push(candidate);
  }
  return [...packaged.values(), ...plain.values()].map(holdContest);
}

function lossOf(winner: Candidate, loser: Candidate, { isSameContent }: ResolveContext): ShadowReason {
  // Do not read the content of skills that are not meant for this context.
  const mayCompare = winner.isStanding && loser.isStanding;
  if (mayCompare && isSameContent?.(winner.skill, loser.skill)) return "identical";
  return reasonOfLoss(winner, loser);
}

function toCatalogSkill({ skill, disabled }: Candidate, id: string): CatalogSkill {
  return { ...skill, id, enabled: disabled.length === 0, disabled, ...invocationOf(skill.traits) };
}

/** Ids are unique. */
function byId(a: CatalogSkill, b: CatalogSkill): number {
  return a.id < b.id ? -1 : 1;
}

/** One finding per untrusted project, with the number of its skills. */
function findUntrusted(candidates: readonly Candidate[]): readonly DiscoveryFinding[] {
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
function findShadows(
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
function findCollisions(
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
function findCrowd(skills: readonly CatalogSkill[]): readonly DiscoveryFinding[] {
  const listed = skills.filter((skill) => skill.enabled && skill.modelInvocable);
  if (listed.length <= limits.recommendedSkills) return [];
  const counts = new Map<string, number>();
  for (const { root } of listed) counts.set(root.path, (counts.get(root.path) ?? 0) + 1);
  const [path] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most));
  const args = { count: listed.length, max: limits.recommendedSkills };
  return [{ code: "too-many-skills", severity: "info", path, args }];
}
