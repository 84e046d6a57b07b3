import { sha256 } from "../../digest/sha256.ts";
import { createTreeHash, type TreeHash } from "./tree-hash.ts";
import type { LeafRange } from "./tree-proofs.ts";

/** The tree's hashes, for tests. */
export const tree: TreeHash = createTreeHash(sha256);

/** Hashes of so many different leaves. */
export function leavesOf(count: number, seed = 0): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, index) => tree.leaf(Uint8Array.of(seed, index >> 8, index & 255)));
}

// RFC 6962, section 2.1, word for word: slow, and too simple to be wrong.

/** MTH(D). */
export function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return tree.empty;
  if (leaves.length === 1) return first;
  const k = naiveSplit(leaves.length);
  return tree.node(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

/** PATH(m, D). */
export function naivePath(m: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] {
  if (leaves.length === 1) return [];
  const k = naiveSplit(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** PROOF(m, D). */
export function naiveConsistency(m: number, leaves: readonly Uint8Array[], b = true): readonly Uint8Array[] {
  if (m === leaves.length) return b ? [] : [naiveRoot(leaves)];
  const k = naiveSplit(leaves.length);
  return m <= k
    ? [...naiveConsistency(m, leaves.slice(0, k), b), naiveRoot(leaves.slice(k))]
    : [...naiveConsistency(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

/** The largest power of two below n. */
function naiveSplit(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

/** The hashes of some ranges, from all leaves. */
export function naiveHashes(ranges: readonly LeafRange[], leaves: readonly Uint8Array[]): Uint8Array[] {
  return ranges.map(({ start, end }) => naiveRoot(leaves.slice(start, end)));
}
