import { dependentsIn } from "../dependencies/lock-needs.ts";
import type { Lock } from "../lock/lock.ts";

/** A skill that somebody asked for, and the sets through which, outermost first; none if it is wanted directly. */
export type WantedRoot = { readonly name: string; readonly sets?: readonly string[] };

/** One reason why a skill is there: who wants the first skill, and the skills that need each other down to it. */
export type Reason = { readonly sets: readonly string[]; readonly chain: readonly string[] };

/**
 * Why a skill is installed, the shortest chain for each skill that is wanted itself, the shortest first. Empty if nothing needs it any
 * more.
 */
export function explainWhy(lock: Lock, roots: readonly WantedRoot[], name: string): readonly Reason[] {
  const chains = findChains(lock, name);
  return roots
    .flatMap(({ name: root, sets = [] }) => {
      const chain = chains.get(root);
      return chain ? [{ sets, chain }] : [];
    })
    .sort((a, b) => a.chain.length - b.chain.length);
}

/** For each skill that needs the given one, directly or not, the shortest chain from it; linear in the lock. */
function findChains(lock: Lock, name: string): ReadonlyMap<string, readonly string[]> {
  const dependents = dependentsIn(lock);
  const chains = new Map<string, readonly string[]>([[name, [name]]]);
  // A map can be extended while it is walked, which visits skills by distance; a cycle ends at skills that are known.
  for (const [needed, chain] of chains)
    for (const dependent of dependents.get(needed) ?? [])
      if (!chains.has(dependent)) chains.set(dependent, [dependent, ...chain]);
  return chains;
}
