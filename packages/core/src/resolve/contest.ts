import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { baseName } from "../path/path.ts";
import type { DisabledReason, ShadowReason } from "./catalog-skill.ts";
import type { BareNames } from "./precedence.ts";
import { normalizeName } from "./skill-names.ts";

/** A skill with everything that decides whether it wins its name. */
export type Candidate = {
  readonly skill: DiscoveredSkill;
  /** Its index in the list of found skills. */
  readonly index: number;
  readonly key: string;
  readonly disabled: readonly DisabledReason[];
  /** It may hold its name here; see `givesUpName`. */
  readonly isStanding: boolean;
  /** Rank of its scope in the precedence and of its root in the given order; 0 is strongest. */
  readonly scopeRank: number;
  readonly rootRank: number;
};

/** Skills with the same key: one wins; nothing of the others is merged into it. */
export type Contest = { readonly winner: Candidate; readonly losers: readonly Candidate[] };

/**
 * Picks the winner: a skill that may hold the name, then the stronger scope, within it the higher priority, then the
 * earlier root, then the folder that has the skill's name, then the path. Priority counts only within a scope: authors set it, administrators set scopes.
 */
export function holdContest(candidates: readonly [Candidate, ...Candidate[]]): Contest {
  if (candidates.length === 1) return { winner: candidates[0], losers: noLosers };
  const [winner = candidates[0], ...losers] = candidates.toSorted(compareCandidates);
  return { winner, losers };
}

const noLosers: readonly Candidate[] = [];

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(b.isStanding) - Number(a.isStanding) ||
    a.scopeRank - b.scopeRank ||
    priorityOf(b) - priorityOf(a) ||
    compareRoots(a, b)
  );
}

/** The order of the roots; in one root, what is installed under an alias must not take the name from the skill that has it. */
function compareRoots(a: Candidate, b: Candidate): number {
  if (a.rootRank !== b.rootRank) return a.rootRank - b.rootRank;
  if (isNamedLikeFolder(a) !== isNamedLikeFolder(b)) return isNamedLikeFolder(a) ? -1 : 1;
  return Number(a.skill.directory > b.skill.directory) - Number(a.skill.directory < b.skill.directory);
}

function isNamedLikeFolder({ skill }: Candidate): boolean {
  return normalizeName(baseName(skill.directory)) === normalizeName(skill.name);
}

/** Why the loser lost, apart from identical content. */
export function reasonOfLoss(winner: Candidate, loser: Candidate): ShadowReason {
  if (winner.isStanding !== loser.isStanding) return "disabled";
  if (winner.scopeRank !== loser.scopeRank) return "scope";
  if (priorityOf(winner) !== priorityOf(loser)) return "priority";
  const isPackage = loser.skill.root.package !== undefined;
  return isPackage && winner.rootRank !== loser.rootRank ? "installed-later" : "order";
}

/** Ignored in the enterprise scope: users can write to some of its folders, and only the order protects the others. */
function priorityOf({ skill }: Candidate): number {
  return skill.root.scope === "enterprise" ? 0 : (skill.traits.priority ?? 0);
}

/** The package skills that answer to each bare name, best first. */
export type BareNameHolders = ReadonlyMap<string, readonly [Candidate, ...Candidate[]]>;

/**
 * Decides which package skills answer to their bare name: with `unique` only names that a single package has, with
 * `last-installed` the package whose root was given first. Skills that give up their name neither answer nor block
 * others.
 */
export function holdersOfBareNames(contests: readonly Contest[], bareNames: BareNames): BareNameHolders {
  const standing = contests.map(({ winner }) => winner).filter(({ isStanding }) => isStanding);
  const holders = new Map<string, [Candidate, ...Candidate[]]>();
  for (const candidate of standing) {
    if (candidate.skill.root.package === undefined) continue;
    const name = normalizeName(candidate.skill.name);
    const others = holders.get(name);
    if (others === undefined) holders.set(name, [candidate]);
    else others.push(candidate);
  }
  for (const { skill, key } of standing) if (skill.root.package === undefined) holders.delete(key);
  for (const [name, candidates] of holders) {
    candidates.sort((a, b) => a.scopeRank - b.scopeRank || compareRoots(a, b));
    if (bareNames === "unique" && candidates.length > 1) holders.delete(name);
  }
  return holders;
}
