import { createHash } from "node:crypto";
import type { HubDatabase, HubTransaction } from "../database/database.ts";
import { hubLimits } from "../limits.ts";

export function sha256Of(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

export type Upload = { readonly tenant: string; readonly principal: string; readonly now: number };

/** Stores bytes and remembers who sent them. Bytes that were not published within a day are removed along the way. */
export async function storeUpload(
  database: HubDatabase,
  bytes: Uint8Array,
  { tenant, principal, now }: Upload,
): Promise<string> {
  const digest = sha256Of(bytes);
  await sweepUploads(database, now - hubLimits.uploadMs);
  await database.write(tenant, async (transaction) => {
    await storeBlob(transaction, { digest, bytes, now });
    await transaction
      .insertInto("uploads")
      .values({ tenant, digest, principal, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(["tenant", "digest", "principal"]).doUpdateSet({ created_at: now }),
      )
      .execute();
  });
  return digest;
}

type NewBlob = { readonly digest: string; readonly bytes: Uint8Array; readonly now: number };

export async function storeBlob(transaction: HubTransaction, { digest, bytes, now }: NewBlob): Promise<void> {
  await transaction
    .insertInto("blobs")
    .values({ digest, size: bytes.length, bytes, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The bytes that a principal has sent; undefined for bytes that only others have sent. */
export async function readUpload(
  from: Pick<HubTransaction, "selectFrom">,
  digest: string,
  { tenant, principal }: Omit<Upload, "now">,
): Promise<Uint8Array | undefined> {
  const row = await from
    .selectFrom("uploads")
    .innerJoin("blobs", "blobs.digest", "uploads.digest")
    .select("blobs.bytes")
    .where("uploads.tenant", "=", tenant)
    .where("uploads.digest", "=", digest)
    .where("uploads.principal", "=", principal)
    .executeTakeFirst();
  return row?.bytes;
}

/**
 * Alone: a writer of another tenant may store the same bytes, or publish them, and has not committed what refers to them. They would be
 * removed under its hands.
 */
async function sweepUploads(database: HubDatabase, before: number): Promise<void> {
  const first = await database.read
    .selectFrom("uploads")
    .select("digest")
    .where("created_at", "<", before)
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) await database.writeAll((transaction) => removeUploads(transaction, before));
}

async function removeUploads(transaction: HubTransaction, before: number): Promise<void> {
  const old = await transaction
    .selectFrom("uploads")
    .selectAll()
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(hubLimits.sweptUploads)
    .execute();
  for (const { tenant, digest, principal } of old) {
    await transaction
      .deleteFrom("uploads")
      .where("tenant", "=", tenant)
      .where("digest", "=", digest)
      .where("principal", "=", principal)
      .execute();
    await transaction
      .deleteFrom("blobs")
      .where("digest", "=", digest)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("uploads").select("digest").where("uploads.digest", "=", digest))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("versions")
              .select("name")
              .where((where) =>
                where.or([
                  where("archive_digest", "=", digest),
                  where("artifact_digest", "=", digest),
                  where("signature_digest", "=", digest),
                ]),
              ),
          ),
        ),
      )
      .execute();
  }
}
