import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { DisabledReason, ShadowReason } from "./catalog-skill.ts";

/** A skill with all that decides whether it wins its name. */
export type Candidate = {
  readonly skill: DiscoveredSkill;
  /** Where it is in the list of skills found. */
  readonly index: number;
  readonly key: string;
  readonly disabled: readonly DisabledReason[];
  /** It may hold its name here; see `givesUpName`. */
  readonly isStanding: boolean;
  /** Place of its scope in the order of precedence, and of its root in the order given; 0 is strongest. */
  readonly scopeRank: number;
  readonly rootRank: number;
};

/** Skills with the same key: one wins, whole; nothing of the others is mixed into it. */
export type Contest = { readonly winner: Candidate; readonly losers: readonly Candidate[] };

/**
 * Who wins: whoever may hold the name at all, then the stronger scope, inside it the higher priority, then the root
 * given first, then the path. Priority never reaches beyond its scope: an author sets it, an administrator the scope.
 */
export function holdContest(candidates: readonly [Candidate, ...Candidate[]]): Contest {
  if (candidates.length === 1) return { winner: candidates[0], losers: nobody };
  const [winner = candidates[0], ...losers] = candidates.toSorted(compareCandidates);
  return { winner, losers };
}

const nobody: readonly Candidate[] = [];

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

/** What the winner has before the loser, bytes aside. */
export function reasonOfLoss(winner: Candidate, loser: Candidate): ShadowReason {
  if (winner.isStanding !== loser.isStanding) return "disabled";
  if (winner.scopeRank !== loser.scopeRank) return "scope";
  if (priorityOf(winner) !== priorityOf(loser)) return "priority";
  const isPackage = loser.skill.root.package !== undefined;
  return isPackage && winner.rootRank !== loser.rootRank ? "installed-later" : "order";
}

/** None in the enterprise scope: some of its folders lie where users may write, and only their order protects it. */
function priorityOf({ skill }: Candidate): number {
  return skill.root.scope === "enterprise" ? 0 : (skill.traits.priority ?? 0);
}
