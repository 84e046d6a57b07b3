import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { DisabledReason, ShadowReason } from "./catalog-skill.ts";

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
 * earlier root, then the path. Priority counts only within a scope: authors set it, administrators set scopes.
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

/** The order of the roots, and of the paths in one root. */
export function compareRoots(a: Candidate, b: Candidate): number {
  if (a.rootRank !== b.rootRank) return a.rootRank - b.rootRank;
  return Number(a.skill.directory > b.skill.directory) - Number(a.skill.directory < b.skill.directory);
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
