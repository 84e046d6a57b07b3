import { sign } from "node:crypto";
import {
  auditOrigin,
  createTileReader,
  createTreeHash,
  edgePlaces,
  entryOf,
  growTiles,
  hashBytes,
  hashRange,
  type LeafRange,
  type NoteSigner,
  readEdge,
  rootOfEdge,
  signCheckpoint,
  type Tile,
  type TilePlace,
  type TreeEdge,
  type TreeHash,
  tilesOfRanges,
  tileWidth,
} from "@skillwright/core/audit";
import { nodeSha256Bytes } from "@skillwright/core/node";
import type { Kysely, SelectQueryBuilder } from "kysely";
import type { HubTransaction } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import type { HubKey } from "../hub.ts";

/** The hashes of every tenant's tree. */
export const tree: TreeHash = createTreeHash(nodeSha256Bytes);

type Database = Kysely<Tables>;

/** Appends lines, by their chain hashes, to a tenant's tree. Returns the tree; its last leaves are the new ones. */
export async function appendLeaves(
  transaction: HubTransaction,
  tenant: string,
  lineHashes: readonly string[],
): Promise<TreeEdge> {
  return growTree(transaction, tenant, { edge: await loadEdge(transaction, tenant), lineHashes });
}

export type TreeGrowth = { readonly edge: TreeEdge; readonly lineHashes: readonly string[] };

/** The same for a tree that was loaded in this transaction. */
export async function growTree(
  transaction: HubTransaction,
  tenant: string,
  { edge, lineHashes }: TreeGrowth,
): Promise<TreeEdge> {
  const leaves = lineHashes.map((hash) => tree.leaf(entryOf(hash)));
  const { edge: grown, written } = growTiles(edge, leaves, tree);
  if (written.length > 0)
    await transaction
      .insertInto("tiles")
      .values(written.map((tile) => ({ tenant, ...tile })))
      .onConflict((conflict) =>
        conflict
          .columns(["tenant", "level", "tile"])
          .doUpdateSet(({ ref }) => ({ hashes: ref("excluded.hashes") })),
      )
      .execute();
  return grown;
}

/** What is needed to append to a tenant's tree, and to know its size and root. */
export async function loadEdge(database: Database, tenant: string): Promise<TreeEdge> {
  const last = await database
    .selectFrom("tiles")
    .select(["tile", "hashes"])
    .where("tenant", "=", tenant)
    .where("level", "=", 0)
    .orderBy("tile", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return { size: 0, partial: [] };
  const size = last.tile * tileWidth + last.hashes.length / hashBytes;
  const above = edgePlaces(size).filter(({ level }) => level > 0);
  return readEdge(size, [{ level: 0, ...last }, ...(await readTiles(database, tenant, above))]);
}

/** Tiles as stored: those at the right edge may have grown since they were asked for. */
export async function readTiles(
  database: Database,
  tenant: string,
  places: readonly TilePlace[],
): Promise<readonly Tile[]> {
  return places.length === 0 ? [] : selectTiles(database, tenant, places).execute();
}

/** One search per level: if a query joined them with `or`, SQLite would look at every tile of the tenant. */
export function selectTiles(
  database: Pick<Database, "selectFrom">,
  tenant: string,
  places: readonly TilePlace[],
): SelectQueryBuilder<Tables, "tiles", Tile> {
  const [first, ...others] = [...Map.groupBy(places, ({ level }) => level)].map(([level, some]) =>
    database
      .selectFrom("tiles")
      .select(["level", "tile", "hashes"])
      .where("tenant", "=", tenant)
      .where("level", "=", level)
      .where(
        "tile",
        "in",
        some.map(({ tile }) => tile),
      ),
  );
  if (first === undefined) throw new RangeError("no places of tiles");
  return others.reduce((query, other) => query.unionAll(other), first);
}

/** Reads the tiles that some ranges need, and returns a function that hashes a range. */
export async function readHashes(
  database: Database,
  tenant: string,
  ranges: readonly LeafRange[],
): Promise<(range: LeafRange) => Uint8Array> {
  const read = createTileReader(await readTiles(database, tenant, tilesOfRanges(ranges)), tree);
  return (range) => hashRange(range, read, tree);
}

/** Signs and stores the checkpoint of a tree, and returns its note. Older ones follow from the tiles, so only the newest is kept. */
export async function writeCheckpoint(
  transaction: HubTransaction,
  { tenant, edge, now }: { readonly tenant: string; readonly edge: TreeEdge; readonly now: number },
  key: HubKey,
): Promise<string> {
  const { size } = edge;
  const stored = await transaction
    .selectFrom("checkpoints")
    .select(["size", "note"])
    .where("tenant", "=", tenant)
    .executeTakeFirst();
  if (stored?.size === size) return stored.note;
  const signer = noteSigner(key);
  const checkpoint = { origin: auditOrigin(tenant, signer), size, root: rootOfEdge(edge, tree) };
  const note = signCheckpoint(checkpoint, signer);
  const values = { size, note, created_at: now };
  await (stored === undefined
    ? transaction.insertInto("checkpoints").values({ tenant, ...values })
    : transaction.updateTable("checkpoints").set(values).where("tenant", "=", tenant)
  ).execute();
  return note;
}

export function noteSigner({ id, privateKey }: HubKey): NoteSigner {
  return {
    publicKey: Buffer.from(id.replace(/^key:/, ""), "base64url"),
    sha256: nodeSha256Bytes,
    sign: (text) => sign(null, text, privateKey),
  };
}
