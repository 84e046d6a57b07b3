import { createHash } from "node:crypto";
import type { Principal } from "../access/permissions.ts";
import type { HubDatabase } from "../database/database.ts";
import { findRevocation } from "../governance/revoked.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, defineUpload, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { revocationsFor, revokedVersion } from "./offered-versions.ts";
import { sha256Of, storeUpload } from "./uploads.ts";
import { mayReadVersion } from "./visibility.ts";

const digestText = /^sha256:[0-9a-f]{64}$/;

/** Bytes by their digest: archives and signatures. They never change, so caches may keep them for good. */
export const blobRoutes: readonly Route[] = [
  defineUpload({
    method: "PUT",
    path: "/api/v1/blobs/{digest}",
    summary: "Store bytes; their SHA-256 must be the one in the address.",
    needs: "skills:publish",
    sample: { params: { digest: `sha256:${createHash("sha256").update("").digest("hex")}` } },
    handle: async ({ hub, params, body, tenant, principal }) => {
      const actual = sha256Of(body);
      if (params.digest !== actual)
        throw new Refusal("INVALID_REQUEST", `The digest of the body is ${actual}, not that of the address.`);
      const upload = { tenant, principal: principal?.id ?? "", now: hub.now() };
      await storeUpload(hub.database, body, upload);
      return new Response(null, { status: 201 });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/blobs/{digest}",
    summary: "Bytes of a published version that you may read.",
    needs: "nothing",
    sample: { params: { digest: `sha256:${"0".repeat(64)}` } },
    handle: async ({ hub, params, principal, tenant }) => {
      const { digest = "" } = params;
      await expectReadable(hub, { digest, principal, tenant, columns: blobColumns });
      return bytesAnswer(hub.database, digest);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/digests/{digest}",
    summary: "The archive of the version with this content digest.",
    needs: "nothing",
    sample: { params: { digest: `sha256:${"0".repeat(64)}` } },
    handle: async ({ hub, params, principal, tenant }) => {
      const { digest = "" } = params;
      const archive = await expectReadable(hub, { digest, principal, tenant, columns: ["digest"] });
      return bytesAnswer(hub.database, archive);
    },
  }),
];

const blobColumns = ["archive_digest", "artifact_digest", "signature_digest"] as const;

type BlobQuery = {
  readonly digest: string;
  readonly principal: Principal | undefined;
  readonly tenant: string;
  /** Where versions name the digest. */
  readonly columns: readonly ("digest" | (typeof blobColumns)[number])[];
};

/** The archive of a version that names a digest and that the principal may read. Others do not learn whether it exists. */
async function expectReadable(
  hub: Pick<Hub, "database" | "now">,
  { digest, principal, tenant, columns }: BlobQuery,
): Promise<string> {
  const places = digestText.test(digest)
    ? await hub.database.read
        .selectFrom("versions")
        .innerJoin("skills", (join) =>
          join.onRef("skills.tenant", "=", "versions.tenant").onRef("skills.name", "=", "versions.name"),
        )
        .select(["skills.tenant", "skills.team", "skills.visibility", "versions.state"])
        .select(["versions.archive_digest", "versions.name", "versions.version", "versions.digest"])
        .select("versions.publisher")
        .where((where) => where.or(columns.map((column) => where(`versions.${column}`, "=", digest))))
        .execute()
    : [];
  const readable = places.filter((place) => mayReadVersion(place, place.state, principal));
  let refusal: Refusal | undefined;
  // The same bytes may be in several versions; one that is not revoked is enough.
  for (const place of readable) {
    const revocation = findRevocation(place, await revocationsFor(hub, [place.tenant, tenant]));
    if (revocation === undefined) return place.archive_digest;
    refusal ??= revokedVersion(place, revocation);
  }
  throw refusal ?? new Refusal("NOT_FOUND", "There are no such bytes.");
}

async function bytesAnswer(database: HubDatabase, digest: string): Promise<Response> {
  return new Response(Buffer.from(await readBlob(database, digest)), {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": "private, max-age=31536000, immutable",
      etag: `"${digest}"`,
    },
  });
}

/** Bytes that a version names. */
export async function readBlob({ read }: HubDatabase, digest: string): Promise<Uint8Array> {
  const blob = await read.selectFrom("blobs").select("bytes").where("digest", "=", digest).executeTakeFirst();
  if (blob === undefined) throw new Refusal("NOT_FOUND", "There are no such bytes.");
  return blob.bytes;
}

/** The first bytes that are not what their digest says, one by one; undefined if all are. */
export async function findChangedBlob({ read }: HubDatabase): Promise<string | undefined> {
  const digests = await read.selectFrom("blobs").select("digest").orderBy("digest").execute();
  for (const { digest } of digests) {
    const row = await read
      .selectFrom("blobs")
      .select("bytes")
      .where("digest", "=", digest)
      .executeTakeFirst();
    if (row === undefined || sha256Of(row.bytes) !== digest) return digest;
  }
  return undefined;
}
