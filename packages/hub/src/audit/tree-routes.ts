import {
  auditOrigin,
  formatTileIndex,
  formatVerifierKey,
  hashBytes,
  inclusionRanges,
  parseTilePath,
  tileWidth,
} from "@skillwright/core/audit";
import { auditProofSchema } from "@skillwright/core/registry";
import { z } from "zod";
import { mayDo } from "../access/permissions.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { loadEdge, noteSigner, readHashes, readTiles, writeCheckpoint } from "./audit-tree.ts";

/** The tenant's log as C2SP tlog-tiles serves it: `audit/checkpoint`, `audit/tile/LEVEL/…`, `audit/tile/entries/…`. */
export const checkpointRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/checkpoint",
  summary: "Size and root of the tenant's log, signed.",
  needs: "state:read",
  handle: async ({ hub, tenant }) =>
    new Response(await currentCheckpoint(hub, tenant), {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    }),
});

export const keyRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/key",
  summary:
    "The public key that signs the tenant's checkpoints, with the log's name, as signed notes have it.",
  needs: "state:read",
  handle: async ({ hub, tenant }) => {
    const key = noteSigner(hub.key);
    return new Response(`${formatVerifierKey(auditOrigin(tenant, key), key)}\n`, {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    });
  },
});

/** Signs what changes of the hub itself have added since the last upload. */
function currentCheckpoint({ database, key, now }: Hub, tenant: string): Promise<string> {
  return database.write(tenant, async (transaction) => {
    const edge = await loadEdge(transaction, tenant);
    return writeCheckpoint(transaction, { tenant, edge, now: now() }, key);
  });
}

// Indexes of tiles are several parts of a path. Four of them are enough for a hundred billion entries.
const paths = ["{a}", "{a}/{b}", "{a}/{b}/{c}", "{a}/{b}/{c}/{d}"];

export const tileRoutes: readonly Route[] = [
  ...paths.map((path) =>
    defineRoute({
      method: "GET",
      path: `/api/v1/audit/tile/entries/${path}`,
      summary: "The entries of the tenant's log, 256 at a time: hashes of lines.",
      // Whoever knows the hash of a log's last line could continue the log in its name.
      needs: "audit:read",
      sample: { params: { a: "000" } },
      handle: serveEntries,
    }),
  ),
  ...paths.map((path) =>
    defineRoute({
      method: "GET",
      path: `/api/v1/audit/tile/{level}/${path}`,
      summary: "Hashes of the tenant's log, 256 at a time.",
      needs: "state:read",
      sample: { params: { level: "0", a: "000" } },
      handle: serveTile,
    }),
  ),
];

const immutable = {
  "content-type": "application/octet-stream",
  "cache-control": "private, max-age=31536000, immutable",
  // Without a tenant in the address, it is that of the credentials: two people may use one browser.
  vary: "authorization, cookie",
};

async function serveTile({ hub, tenant, params }: Call<object, undefined>): Promise<Response> {
  const { level, ...parts } = params;
  const { tile, width } = readPlace(parts);
  if (!/^(?:[0-9]|[1-5]\d|6[0-3])$/.test(level ?? "")) throw missing;
  const [found] = await readTiles(hub.database.read, tenant, [{ level: Number(level), tile }]);
  if (found === undefined || found.hashes.length < width * hashBytes) throw missing;
  return new Response(Buffer.from(found.hashes.subarray(0, width * hashBytes)), { headers: immutable });
}

async function serveEntries({ hub, tenant, params }: Call<object, undefined>): Promise<Response> {
  const { tile, width } = readPlace(params);
  const first = tile * tileWidth;
  const rows = await hub.database.read
    .selectFrom("events")
    .select("hash")
    .where("tenant", "=", tenant)
    .where("leaf", ">=", first)
    .where("leaf", "<", first + width)
    .orderBy("leaf")
    .execute();
  if (rows.length < width) throw missing;
  const length = Buffer.from([0, hashBytes]);
  return new Response(Buffer.concat(rows.flatMap(({ hash }) => [length, Buffer.from(hash, "hex")])), {
    headers: immutable,
  });
}

const missing = new Refusal(
  "NOT_FOUND",
  `Tiles have names such as ${formatTileIndex(1234)}; this one is not there.`,
);

function readPlace({ a, b, c, d }: Readonly<Record<string, string>>): { tile: number; width: number } {
  const place = parseTilePath([a, b, c, d].filter((part) => part !== undefined).join("/"));
  if (place === undefined) throw missing;
  return place;
}

const proofQuery = z.object({
  stream: z.string().min(1).max(100),
  sequence: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});

export const proofRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/proof",
  summary:
    "Proof that a line is in the tenant's log. The line itself is only for those who may read the log.",
  needs: "state:read",
  query: proofQuery,
  answer: auditProofSchema,
  sample: { query: { stream: "hub", sequence: "1" } },
  handle: async ({ hub, tenant, principal, query }) => {
    const event = await hub.database.read
      .selectFrom("events")
      .select(["leaf", "body"])
      .where("tenant", "=", tenant)
      .where("stream", "=", query.stream)
      .where("sequence", "=", query.sequence)
      .executeTakeFirst();
    if (event === undefined)
      throw new Refusal("NOT_FOUND", `The log ${query.stream} has no line ${query.sequence} here.`);
    const { leaf, body } = event;
    const checkpoint = await currentCheckpoint(hub, tenant);
    const ranges = inclusionRanges(leaf, Number(checkpoint.split("\n")[1]));
    const hash = await readHashes(hub.database.read, tenant, ranges);
    const mayRead = principal !== undefined && mayDo(principal, { permission: "audit:read", tenant });
    return Response.json(
      {
        ...{ leaf, checkpoint, hashes: ranges.map((range) => Buffer.from(hash(range)).toString("base64")) },
        ...(mayRead && body !== null && { line: body }),
      },
      { headers: { "cache-control": "no-store" } },
    );
  },
});
