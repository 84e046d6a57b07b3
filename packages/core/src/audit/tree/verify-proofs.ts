import { isSameHash, type TreeHash } from "./tree-hash.ts";
import { type LeafRange, splitOf } from "./tree-proofs.ts";

/** A tree as a checkpoint has it. */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

export type InclusionClaim = {
  readonly leaf: number;
  /** Hash of the leaf, with its prefix. */
  readonly hash: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** Whether a leaf is in a tree. */
export function verifyInclusion(
  { leaf, hash, proof }: InclusionClaim,
  head: TreeHead,
  tree: TreeHash,
): boolean {
  if (!isCount(head.size) || !isCount(leaf) || leaf >= head.size) return false;
  const rest = [...proof];
  const rootOf = ({ start, end }: LeafRange): Uint8Array | undefined => {
    if (end - start === 1) return hash;
    const middle = start + splitOf(end - start);
    const sibling = rest.pop();
    if (leaf < middle) return join(rootOf({ start, end: middle }), sibling, tree);
    return join(sibling, rootOf({ start: middle, end }), tree);
  };
  return isRoot(rootOf({ start: 0, end: head.size }), head) && rest.length === 0;
}

/** Whether a tree begins with all leaves of an earlier one. Without this, a log could have been rewritten in between. */
export function verifyConsistency(
  proof: readonly Uint8Array[],
  { from, to }: { readonly from: TreeHead; readonly to: TreeHead },
  tree: TreeHash,
): boolean {
  if (!isCount(from.size) || !isCount(to.size) || from.size > to.size) return false;
  if (from.size === 0) return proof.length === 0 && isSameHash(from.root, tree.empty);
  if (from.size === to.size) return proof.length === 0 && isSameHash(from.root, to.root);
  const rest = [...proof];
  type Roots = { readonly old: Uint8Array | undefined; readonly next: Uint8Array | undefined };
  const rootsOf = ({ start, end }: LeafRange, isWhole: boolean): Roots => {
    if (end === from.size) {
      const known = isWhole ? from.root : rest.pop();
      return { old: known, next: known };
    }
    const middle = start + splitOf(end - start);
    const sibling = rest.pop();
    if (from.size <= middle) {
      const { old, next } = rootsOf({ start, end: middle }, isWhole);
      return { old, next: join(next, sibling, tree) };
    }
    const { old, next } = rootsOf({ start: middle, end }, false);
    return { old: join(sibling, old, tree), next: join(sibling, next, tree) };
  };
  const { old, next } = rootsOf({ start: 0, end: to.size }, true);
  return isRoot(old, from) && isRoot(next, to) && rest.length === 0;
}

export type BatchClaim = {
  /** Index of the first leaf. */
  readonly leaf: number;
  /** Hashes of consecutive leaves, with their prefix. */
  readonly hashes: readonly Uint8Array[];
  readonly proof: readonly Uint8Array[];
};

/** Whether consecutive leaves are in a tree; the proof has the subtrees of `aroundRanges`. */
export function verifyBatch({ leaf, hashes, proof }: BatchClaim, head: TreeHead, tree: TreeHash): boolean {
  const last = leaf + hashes.length;
  if (!isCount(head.size) || !isCount(leaf) || hashes.length === 0 || last > head.size) return false;
  let next = 0;
  const rootOf = ({ start, end }: LeafRange): Uint8Array | undefined => {
    if (end <= leaf || start >= last) return proof[next++];
    if (end - start === 1) return hashes[start - leaf];
    const middle = start + splitOf(end - start);
    const left = rootOf({ start, end: middle });
    return join(left, rootOf({ start: middle, end }), tree);
  };
  return isRoot(rootOf({ start: 0, end: head.size }), head) && next === proof.length;
}

function join(
  left: Uint8Array | undefined,
  right: Uint8Array | undefined,
  tree: TreeHash,
): Uint8Array | undefined {
  return left === undefined || right === undefined ? undefined : tree.node(left, right);
}

function isRoot(hash: Uint8Array | undefined, { root }: TreeHead): boolean {
  return hash !== undefined && isSameHash(hash, root);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
