import { type Candidate, type Contest, compareRoots } from "./contest.ts";
import type { BareNames } from "./precedence.ts";
import { normalizeName } from "./skill-key.ts";

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
