import { expect, test } from "vitest";
import { leavesOf, naiveConsistency, naivePath, naiveRoot, tree } from "./test-tree.ts";
import {
  createTileReader,
  edgePlaces,
  formatTileIndex,
  growTiles,
  parseTilePath,
  readEdge,
  rootOfEdge,
  type Tile,
  type TreeEdge,
  tilesOfRanges,
} from "./tiles.ts";
import { consistencyRanges, hashRange, inclusionRanges, type LeafRange } from "./tree-proofs.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** A store of tiles, as a database would be. */
function createStore() {
  const tiles = new Map<string, Tile>();
  const at = ({ level, tile }: Pick<Tile, "level" | "tile">): Tile | undefined =>
    tiles.get(`${level}/${tile}`);
  let edge: TreeEdge = { size: 0, partial: [] };
  return {
    edge: () => edge,
    tiles,
    append: (leaves: readonly Uint8Array[]) => {
      // From storage each time, so that nothing but tiles is needed to go on.
      const stored = edgePlaces(edge.size).flatMap((place) => at(place) ?? []);
      const growth = growTiles(readEdge(edge.size, stored), leaves, tree);
      for (const tile of growth.written) tiles.set(`${tile.level}/${tile.tile}`, tile);
      edge = growth.edge;
    },
    hashes: (ranges: readonly LeafRange[]) => {
      const read = createTileReader(
        tilesOfRanges(ranges).flatMap((place) => at(place) ?? []),
        tree,
      );
      return ranges.map((range) => hex(hashRange(range, read, tree)));
    },
  };
}

test("a log that grows in batches of any size has the roots and proofs of the definition", () => {
  const leaves = leavesOf(1500);
  const store = createStore();
  let size = 0;
  // Sizes around full tiles matter most.
  for (const batch of [1, 2, 252, 1, 1, 255, 256, 257, 3, 400, 0, 72]) {
    store.append(leaves.slice(size, size + batch));
    size += batch;
    expect(hex(rootOfEdge(store.edge(), tree))).toBe(hex(naiveRoot(leaves.slice(0, size))));
  }
  expect(store.edge().size).toBe(1500);
  for (const leaf of [0, 1, 254, 255, 256, 511, 512, 767, 1023, 1499])
    expect(store.hashes(inclusionRanges(leaf, 1500))).toEqual(naivePath(leaf, leaves).map(hex));
  for (const from of [1, 255, 256, 257, 700, 1024, 1499])
    expect(store.hashes(consistencyRanges(from, 1500))).toEqual(naiveConsistency(from, leaves).map(hex));
});

test("tiles are laid out as tlog-tiles' example of 70,000 entries says", () => {
  const store = createStore();
  const [leaf = tree.empty] = leavesOf(1);
  for (let size = 0; size < 70_000; size += 1000) store.append(Array.from({ length: 1000 }, () => leaf));
  const widths = (level: number): number[] =>
    [...store.tiles.values()].filter((tile) => tile.level === level).map(({ hashes }) => hashes.length / 32);
  expect(widths(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112]);
  expect([widths(1), widths(2), widths(3)]).toEqual([[256, 17], [1], []]);
});

test("a tile that is missing or too short is an error, not a wrong hash", () => {
  const read = createTileReader([{ level: 0, tile: 0, hashes: new Uint8Array(32) }], tree);
  expect(() => read(1, 0)).toThrow("tile 0/0 has 1 hashes");
  expect(() => read(0, 256)).toThrow("tile 0/1 has 0 hashes");
});

test("paths of tiles are read in their one spelling", () => {
  expect(formatTileIndex(1_234_067)).toBe("x001/x234/067");
  expect(parseTilePath("x001/x234/067")).toEqual({ tile: 1_234_067, width: 256 });
  expect(parseTilePath("000.p/12")).toEqual({ tile: 0, width: 12 });
  for (const wrong of ["0", "x000/067", "067.p/0", "067.p/256", "067.p/012", "001/067", "x001", "../067", ""])
    expect([wrong, parseTilePath(wrong)]).toEqual([wrong, undefined]);
});
