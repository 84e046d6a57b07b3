import { expect, test } from "vitest";
import { leavesOf, naiveConsistency, naiveHashes, naivePath, naiveRoot, tree } from "./test-tree.ts";
import { aroundRanges, consistencyRanges, inclusionRanges, splitOf } from "./tree-proofs.ts";
import { verifyBatch, verifyConsistency, verifyInclusion } from "./verify-proofs.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

test("the roots are those of Certificate Transparency's published test vectors", () => {
  // https://github.com/google/certificate-transparency, merkle_tree_test.cc.
  const entries = "/00/10/2021/3031/40414243/5051525354555657/606162636465666768696a6b6c6d6e6f".split("/");
  const leaves = entries.map((entry) => tree.leaf(Buffer.from(entry, "hex")));
  const roots = leaves.map((_, index) => hex(naiveRoot(leaves.slice(0, index + 1))));
  expect([hex(tree.empty), ...roots]).toEqual([
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]);
});

test("proofs of every leaf in every small tree are those of the definition, and hold for no other claim", () => {
  for (let size = 1; size <= 40; size++) {
    const leaves = leavesOf(size);
    const head = { size, root: naiveRoot(leaves) };
    for (const [leaf, hash] of leaves.entries()) {
      const proof = naiveHashes(inclusionRanges(leaf, size), leaves);
      expect(proof.map(hex)).toEqual(naivePath(leaf, leaves).map(hex));
      expect(verifyInclusion({ leaf, hash, proof }, head, tree)).toBe(true);
      expect(verifyInclusion({ leaf: (leaf + 1) % (size + 1), hash, proof }, head, tree)).toBe(false);
      expect(verifyInclusion({ leaf, hash: tree.leaf(hash), proof }, head, tree)).toBe(false);
      expect(verifyInclusion({ leaf, hash, proof: [...proof, hash] }, head, tree)).toBe(false);
      expect(verifyInclusion({ leaf, hash, proof: proof.slice(1) }, head, tree)).toBe(size === 1);
    }
  }
});

test("consistency between every two small trees is that of the definition, and a rewritten tree has none", () => {
  for (let size = 1; size <= 40; size++) {
    const leaves = leavesOf(size);
    const to = { size, root: naiveRoot(leaves) };
    for (let from = 1; from <= size; from++) {
      const proof = naiveHashes(consistencyRanges(from, size), leaves);
      expect(proof.map(hex)).toEqual(naiveConsistency(from, leaves).map(hex));
      const old = { size: from, root: naiveRoot(leaves.slice(0, from)) };
      expect(verifyConsistency(proof, { from: old, to }, tree)).toBe(true);
      const other = { size: from, root: naiveRoot(leavesOf(from, 1)) };
      expect(verifyConsistency(proof, { from: other, to }, tree)).toBe(false);
      expect(verifyConsistency([...proof, to.root], { from: old, to }, tree)).toBe(false);
      if (from < size) expect(verifyConsistency(proof, { from: to, to: old }, tree)).toBe(false);
    }
  }
  const none = { size: 0, root: tree.empty };
  expect(verifyConsistency([], { from: none, to: { size: 1, root: naiveRoot(leavesOf(1)) } }, tree)).toBe(
    true,
  );
});

test("one proof covers any run of leaves, and only that run", () => {
  const size = 37;
  const leaves = leavesOf(size);
  const head = { size, root: naiveRoot(leaves) };
  for (let start = 0; start < size; start++)
    for (let end = start + 1; end <= size; end++) {
      const proof = naiveHashes(aroundRanges({ start, end }, size), leaves);
      const hashes = leaves.slice(start, end);
      expect(verifyBatch({ leaf: start, hashes, proof }, head, tree)).toBe(true);
      expect(verifyBatch({ leaf: start + 1, hashes, proof }, head, tree)).toBe(false);
      expect(verifyBatch({ leaf: start, hashes: hashes.toReversed(), proof }, head, tree)).toBe(
        hashes.length === 1,
      );
      expect(verifyBatch({ leaf: start, hashes: hashes.slice(1), proof }, head, tree)).toBe(false);
      expect(proof.length).toBeLessThanOrEqual(12);
    }
});

test("sizes from foreign texts are refused or answered at once, however large", () => {
  const [hash = tree.empty] = leavesOf(1);
  const huge = { size: Number.MAX_SAFE_INTEGER, root: hash };
  expect(verifyInclusion({ leaf: 5, hash, proof: [] }, huge, tree)).toBe(false);
  expect(verifyBatch({ leaf: 5, hashes: [hash], proof: [] }, huge, tree)).toBe(false);
  expect(verifyConsistency([], { from: { size: 3, root: hash }, to: huge }, tree)).toBe(false);
  for (const size of [-1, 0.5, Number.NaN, 2 ** 60])
    expect(verifyInclusion({ leaf: 0, hash, proof: [] }, { size, root: hash }, tree)).toBe(false);
  for (let power = 1; power <= 52; power++)
    expect([splitOf(2 ** power), splitOf(2 ** power + 1)]).toEqual([2 ** (power - 1), 2 ** power]);
});
