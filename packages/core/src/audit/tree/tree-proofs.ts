import type { TreeHash } from "./tree-hash.ts";

/** Consecutive leaves from `start` up to, but without, `end`. In proofs, each one is a subtree of the tree. */
export type LeafRange = { readonly start: number; readonly end: number };

/** Hash of the complete subtree of 2^level leaves that starts at leaf index × 2^level. */
export type ReadNode = (level: number, index: number) => Uint8Array;

/** The subtrees whose hashes prove that a leaf is in a tree: RFC 6962, section 2.1.1, from the leaf's sibling upward. */
export function inclusionRanges(leaf: number, size: number): readonly LeafRange[] {
  const path = ({ start, end }: LeafRange): LeafRange[] => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    if (leaf < middle) return [...path({ start, end: middle }), { start: middle, end }];
    return [...path({ start: middle, end }), { start, end: middle }];
  };
  return leaf < 0 || leaf >= size ? [] : path({ start: 0, end: size });
}

/** The subtrees whose hashes prove that a tree begins with a smaller one: RFC 6962, section 2.1.2. */
export function consistencyRanges(from: number, to: number): readonly LeafRange[] {
  const path = ({ start, end }: LeafRange, isWhole: boolean): LeafRange[] => {
    if (end === from) return isWhole ? [] : [{ start, end }];
    const middle = start + splitOf(end - start);
    if (from <= middle) return [...path({ start, end: middle }, isWhole), { start: middle, end }];
    return [...path({ start: middle, end }, false), { start, end: middle }];
  };
  return from <= 0 || from >= to ? [] : path({ start: 0, end: to }, true);
}

/**
 * The subtrees around consecutive leaves, from left to right. Together with those leaves, they give the root: one proof for a whole
 * batch, which is hardly longer than the proof of one leaf.
 */
export function aroundRanges(leaves: LeafRange, size: number): readonly LeafRange[] {
  const path = (range: LeafRange): LeafRange[] => {
    const { start, end } = range;
    if (end <= leaves.start || start >= leaves.end) return [range];
    if (start >= leaves.start && end <= leaves.end) return [];
    const middle = start + splitOf(end - start);
    return [...path({ start, end: middle }), ...path({ start: middle, end })];
  };
  return leaves.start < 0 || leaves.start >= leaves.end || leaves.end > size
    ? []
    : path({ start: 0, end: size });
}

/** The complete subtrees that a range consists of, as pairs of level and index. */
export function nodesOf({ start, end }: LeafRange): readonly (readonly [level: number, index: number])[] {
  const size = end - start;
  const split = splitOf(size);
  if (size === 1 || size === 2 * split) return [[Math.round(Math.log2(size)), start / size]];
  return [...nodesOf({ start, end: start + split }), ...nodesOf({ start: start + split, end })];
}

/** The hash of a subtree. */
export function hashRange(range: LeafRange, read: ReadNode, hash: TreeHash): Uint8Array {
  if (range.end === range.start) return hash.empty;
  return nodesOf(range)
    .map(([level, index]) => read(level, index))
    .reduceRight((right, left) => hash.node(left, right));
}

/** The largest power of two below a size of at least two. A logarithm is exact only for powers of two, so it is corrected. */
export function splitOf(size: number): number {
  const power = 2 ** Math.floor(Math.log2(size));
  if (power >= size) return power / 2;
  return 2 * power < size ? 2 * power : power;
}
