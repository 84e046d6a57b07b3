import {
  auditOrigin,
  consistencyRanges,
  entryOf,
  formatVerifierKey,
  hashBytes,
  readLink,
  rootOfEdge,
  type Tile,
  type TreeEdge,
  tileWidth,
  verifyConsistency,
} from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { type AuditIntegrity, auditIntegritySchema } from "@skillwright/core/registry";
import { z } from "zod";
import type { HubDatabase } from "../database/database.ts";
import type { EventRow } from "../database/tables.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { loadEdge, noteSigner, readHashes, readTiles, tree } from "./audit-tree.ts";

const place = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional();

export const integrityRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/integrity",
  summary:
    "Check a part of the tenant's log: lines against their hashes, hashes against the tree, the tree against its checkpoint.",
  needs: "audit:read",
  query: z.object({ from: place, count: place }),
  answer: auditIntegritySchema,
  handle: async ({ hub, tenant, query }) => {
    const edge = await loadEdge(hub.database.read, tenant);
    const most = Math.min(query.count ?? hubLimits.auditCheckEvents, hubLimits.auditCheckEvents);
    const from = Math.min(query.from ?? Math.max(0, edge.size - most), edge.size);
    const to = Math.min(from + most, edge.size);
    const faults = [
      ...(await checkEvents(hub, tenant, { from, to })),
      ...(await checkRoot(hub, tenant, edge)),
    ];
    const root = Buffer.from(rootOfEdge(edge, tree)).toString("base64");
    const signed = await hub.database.read
      .selectFrom("checkpoints")
      .select(["note", "created_at"])
      .where("tenant", "=", tenant)
      .executeTakeFirst();
    const signer = noteSigner(hub.key);
    const answer: AuditIntegrity = {
      ...{ version: 1, size: edge.size, root, checked: { from, to }, sound: faults.length === 0, faults },
      checkedAt: new Date(hub.now()).toISOString(),
      ...(signed && {
        checkpoint: { note: signed.note, signedAt: new Date(signed.created_at).toISOString() },
      }),
      key: formatVerifierKey(auditOrigin(tenant, signer), signer),
    };
    return Response.json(answer, { headers: { "cache-control": "no-store" } });
  },
});

/** The first tenant whose log differs from its hashes, its tree or its checkpoint; undefined if all are sound. Reads everything. */
export async function findFaultyLog(database: HubDatabase): Promise<string | undefined> {
  const tenants = await database.read.selectFrom("tenants").select("id").orderBy("id").execute();
  for (const { id } of tenants) {
    const edge = await loadEdge(database.read, id);
    if ((await checkRoot({ database }, id, edge)).length > 0) return id;
    for (let from = 0; from < edge.size; from += hubLimits.auditCheckEvents) {
      const to = Math.min(edge.size, from + hubLimits.auditCheckEvents);
      if ((await checkEvents({ database }, id, { from, to })).length > 0) return id;
    }
  }
  return undefined;
}

type Parts = Pick<Hub, "database">;
type Fault = {
  readonly leaf?: number;
  readonly kind: "line-changed" | "entry-missing" | "tile-differs" | "root-differs";
};
type Span = { readonly from: number; readonly to: number };

/** Lines against hashes, and hashes against the tiles of the tree's lowest level. */
async function checkEvents(
  { database }: Parts,
  tenant: string,
  { from, to }: Span,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const tiles = await readTiles(
    database.read,
    tenant,
    Array.from({ length: Math.ceil(to / tileWidth) - Math.floor(from / tileWidth) }, (_, index) => ({
      ...{ level: 0, tile: Math.floor(from / tileWidth) + index },
    })),
  );
  let expected = from;
  while (expected < to) {
    const rows = await database.read
      .selectFrom("events")
      .select(["leaf", "hash", "body", "sequence"])
      .where("tenant", "=", tenant)
      .where("leaf", ">=", expected)
      .where("leaf", "<", Math.min(to, expected + rowsAtOnce))
      .orderBy("leaf")
      .execute();
    const byLeaf = new Map(rows.map((row) => [row.leaf, row]));
    for (const end = Math.min(to, expected + rowsAtOnce); expected < end; expected++)
      faults.push(...checkEvent(expected, byLeaf.get(expected), tiles));
  }
  return faults;
}

/** Few enough that the longest lines fit into memory. */
const rowsAtOnce = 50;

function checkEvent(
  leaf: number,
  row: Pick<EventRow, "hash" | "body" | "sequence"> | undefined,
  tiles: readonly Tile[],
): readonly Fault[] {
  if (row === undefined) return [{ leaf, kind: "entry-missing" }];
  const { hash, body, sequence } = row;
  const link = body === null ? undefined : readLink(body, nodeSha256);
  const isLineRight = body === null || (link?.sound && link.hash === hash && link.sequence === sequence);
  const tile = tiles.find((one) => one.tile === Math.floor(leaf / tileWidth));
  const at = (leaf % tileWidth) * hashBytes;
  const stored = Buffer.from(tile?.hashes.subarray(at, at + hashBytes) ?? []);
  return [
    ...(isLineRight ? [] : [{ leaf, kind: "line-changed" } as const]),
    ...(stored.equals(tree.leaf(entryOf(hash))) ? [] : [{ leaf, kind: "tile-differs" } as const]),
  ];
}

/** The tree must contain the one that was signed last; it may have grown since. */
async function checkRoot({ database }: Parts, tenant: string, edge: TreeEdge): Promise<readonly Fault[]> {
  const stored = await database.read
    .selectFrom("checkpoints")
    .select(["size", "note"])
    .where("tenant", "=", tenant)
    .executeTakeFirst();
  if (stored === undefined) return [];
  const root = Buffer.from(stored.note.split("\n")[2] ?? "", "base64");
  const from = { size: stored.size, root };
  const to = { size: edge.size, root: rootOfEdge(edge, tree) };
  try {
    const ranges = consistencyRanges(from.size, to.size);
    const hash = await readHashes(database.read, tenant, ranges);
    if (verifyConsistency(ranges.map(hash), { from, to }, tree)) return [];
  } catch (error) {
    // A tile that is too short.
    if (!(error instanceof RangeError)) throw error;
  }
  return [{ kind: "root-differs" }];
}
