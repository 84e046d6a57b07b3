import { hashBytes, type TreeHash } from "./tree-hash.ts";
import { hashRange, type LeafRange, nodesOf, type ReadNode } from "./tree-proofs.ts";

// The layout of C2SP tlog-tiles: 256 hashes a tile, and each hash above the leaves is the root of a full tile below.

/** Hashes in a full tile. */
export const tileWidth = 256;
const tileHeight = 8;

export type TilePlace = { readonly level: number; readonly tile: number };
export type Tile = TilePlace & {
  /** 32 bytes each. */
  readonly hashes: Uint8Array;
};

/** The rightmost tile of each level that is not full, from the leaves upward; what a log needs in order to grow. */
export type TreeEdge = { readonly size: number; readonly partial: readonly Uint8Array[] };

/** Places of the tiles of an edge; a level whose tiles are all full has none. */
export function edgePlaces(size: number): readonly TilePlace[] {
  const places: TilePlace[] = [];
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / tileWidth))
    if (count % tileWidth > 0) places.push({ level, tile: Math.floor(count / tileWidth) });
  return places;
}

/** The edge of a tree from its tiles, which may have grown since. */
export function readEdge(size: number, tiles: readonly Tile[]): TreeEdge {
  const partial: Uint8Array[] = [];
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / tileWidth)) {
    const tile = tiles.find((one) => one.level === level && one.tile === Math.floor(count / tileWidth));
    partial.push((tile?.hashes ?? new Uint8Array()).subarray(0, hashBytes * (count % tileWidth)));
  }
  return { size, partial };
}

export type Growth = { readonly edge: TreeEdge; readonly written: readonly Tile[] };

/** Appends hashes of leaves; returns the tiles that are new or have grown. */
export function growTiles(
  { size, partial }: TreeEdge,
  leaves: readonly Uint8Array[],
  hash: TreeHash,
): Growth {
  const written: Tile[] = [];
  const edges: Uint8Array[] = [];
  let added = leaves;
  let count = size;
  for (let level = 0; added.length > 0 || level < partial.length; level++) {
    const before = partial[level] ?? new Uint8Array();
    const first = Math.floor(count / tileWidth);
    const hashes = concat(before, added);
    const full: Uint8Array[] = [];
    const tileBytes = tileWidth * hashBytes;
    for (let at = 0; added.length > 0 && at < hashes.length; at += tileBytes) {
      const piece = hashes.slice(at, at + tileBytes);
      written.push({ level, tile: first + at / tileBytes, hashes: piece });
      if (piece.length === tileBytes) full.push(rootOfTile(piece, hash));
    }
    edges.push(hashes.slice(hashes.length - (hashes.length % tileBytes)));
    added = full;
    count = first;
  }
  return { edge: { size: size + leaves.length, partial: edges }, written };
}

function concat(before: Uint8Array, added: readonly Uint8Array[]): Uint8Array {
  const hashes = new Uint8Array(before.length + added.length * hashBytes);
  hashes.set(before);
  for (const [index, one] of added.entries()) hashes.set(one, before.length + index * hashBytes);
  return hashes;
}

/** The root of a tree from its edge alone. */
export function rootOfEdge({ size, partial }: TreeEdge, hash: TreeHash): Uint8Array {
  const tiles = edgePlaces(size).map(
    ({ level, tile }): Tile => ({ level, tile, hashes: partial[level] ?? new Uint8Array() }),
  );
  return hashRange({ start: 0, end: size }, createTileReader(tiles, hash), hash);
}

/** Places of the tiles that hold what some ranges need. */
export function tilesOfRanges(ranges: readonly LeafRange[]): readonly TilePlace[] {
  const places = new Map<string, TilePlace>();
  for (const [level, index] of ranges.flatMap(nodesOf)) {
    const { place } = locate(level, index);
    places.set(`${place.level}/${place.tile}`, place);
  }
  return [...places.values()];
}

/** Reads nodes from tiles. A tile that is missing or too short means damaged storage. */
export function createTileReader(tiles: readonly Tile[], hash: TreeHash): ReadNode {
  const known = new Map(tiles.map((tile) => [`${tile.level}/${tile.tile}`, tile.hashes]));
  const nodes = new Map<string, Uint8Array>();
  return (level, index) => {
    const key = `${level}/${index}`;
    const found = nodes.get(key);
    if (found !== undefined) return found;
    const { place, offset, count } = locate(level, index);
    const hashes = known.get(`${place.level}/${place.tile}`) ?? new Uint8Array();
    const part = hashes.subarray(offset * hashBytes, (offset + count) * hashBytes);
    if (part.length < count * hashBytes)
      throw new RangeError(`tile ${place.level}/${place.tile} has ${hashes.length / hashBytes} hashes`);
    const node = rootOfTile(part, hash);
    nodes.set(key, node);
    return node;
  };
}

/** Where the hashes below a node are. */
function locate(level: number, index: number): { place: TilePlace; offset: number; count: number } {
  const count = 2 ** (level % tileHeight);
  const first = index * count;
  const place = { level: Math.floor(level / tileHeight), tile: Math.floor(first / tileWidth) };
  return { place, offset: first % tileWidth, count };
}

/** The root over a power of two of hashes. */
function rootOfTile(hashes: Uint8Array, hash: TreeHash): Uint8Array {
  if (hashes.length === hashBytes) return hashes;
  const middle = hashes.length / 2;
  return hash.node(rootOfTile(hashes.subarray(0, middle), hash), rootOfTile(hashes.subarray(middle), hash));
}

/** A tile as C2SP names it after `tile/LEVEL/`: `x001/x234/067`, and `x001/x234/067.p/12` if it is partial. */
export function parseTilePath(path: string): { readonly tile: number; readonly width: number } | undefined {
  const [, parents = "", last, width] = tilePath.exec(path) ?? [];
  if (last === undefined) return undefined;
  const tile = Number(parents.replace(/[x/]/g, "") + last);
  if (formatTileIndex(tile) !== `${parents}${last}`) return undefined;
  return { tile, width: width === undefined ? tileWidth : Number(width) };
}

const tilePath = /^((?:x\d{3}\/){0,4})(\d{3})(?:\.p\/([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]))?$/;

export function formatTileIndex(tile: number): string {
  const digits = String(tile);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  return padded.replace(/\d{3}(?=\d)/g, "x$&/");
}
