import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { Scope } from "../discover/skill-root.ts";
import { assignIds } from "./assign-ids.ts";
import { holdersOfBareNames } from "./bare-names.ts";
import type { CatalogSkill, ShadowedSkill, ShadowReason } from "./catalog-skill.ts";
import { type Candidate, type Contest, holdContest, reasonOfLoss } from "./contest.ts";
import { createEligibility, type EligibilityContext, givesUpName } from "./eligibility.ts";
import { invocationOf } from "./invocation.ts";
import { type BareNames, readScopes } from "./precedence.ts";
import { findCollisions, findCrowd, findShadows, findUntrusted } from "./resolution-findings.ts";
import { skillKey } from "./skill-key.ts";

export type ResolveContext = EligibilityContext & {
  /** Whose skill wins when names are equal, strongest first; see `readPrecedence`. */
  readonly precedence: readonly Scope[];
  /** What a bare name means that several packages have; `unique` when absent. */
  readonly bareNames?: BareNames;
  /** Whether two skills are the same byte for byte; without it all count as different. */
  readonly isSameContent?: (a: DiscoveredSkill, b: DiscoveredSkill) => boolean;
};

/** Lists are sorted by id, code unit by code unit; together they hold every skill found, once. */
export type Resolution = {
  readonly skills: readonly CatalogSkill[];
  readonly shadowed: readonly ShadowedSkill[];
  /** Bare names by which skills of packages are reached, and their ids. */
  readonly bareNames: ReadonlyMap<string, string>;
  readonly findings: readonly DiscoveryFinding[];
};

/** Who wins each name, what is offered, and why not. `found` comes in the order of the roots, nearest first. */
export function resolveSkills(found: readonly DiscoveredSkill[], context: ResolveContext): Resolution {
  const candidates = toCandidates(found, context);
  const contests = holdContests(candidates);
  const holders = holdersOfBareNames(contests, context.bareNames ?? "unique");
  const ids = assignIds(contests, holders.keys());
  const idOf = (candidate: Candidate): string => ids[candidate.index] ?? candidate.key;
  const skills = contests.map(({ winner }) => toCatalogSkill(winner, idOf(winner))).sort(byId);
  const losses = contests
    .flatMap(({ winner, losers }) =>
      losers.map((loser) => {
        const reason = lossOf(winner, loser, context);
        const shadowed = { ...toCatalogSkill(loser, idOf(loser)), winner: idOf(winner), reason };
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

/** Plain names and packages have a map each: a skill that is named `acme:pdf` is not the one of that package. */
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
  // Of skills that are not meant for here nothing is looked at, least of all every byte.
  const mayCompare = winner.isStanding && loser.isStanding;
  if (mayCompare && isSameContent?.(winner.skill, loser.skill)) return "identical";
  return reasonOfLoss(winner, loser);
}

function toCatalogSkill({ skill, disabled }: Candidate, id: string): CatalogSkill {
  return { ...skill, id, enabled: disabled.length === 0, disabled, ...invocationOf(skill.traits) };
}

/** No two ids are equal. */
function byId(a: CatalogSkill, b: CatalogSkill): number {
  return a.id < b.id ? -1 : 1;
}
