import type { AuditUpload } from "@skillwright/core/registry";
import type { HubDatabase } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { HubKey } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { createGroups } from "./group-commits.ts";
import { type CheckedLine, checkLines } from "./read-upload.ts";
import { type StoredUpload, storeGroup } from "./store-group.ts";

/** Takes an upload; resolves once its lines are stored, each exactly once, and covered by a signed checkpoint. */
export type Ingest = (tenant: string, upload: OwnedUpload) => Promise<StoredUpload>;

/** An upload and the principal that sends it. */
type OwnedUpload = AuditUpload & { readonly owner: string };

/** An upload whose lines follow each other. */
export type CheckedUpload = OwnedUpload & { readonly checked: readonly CheckedLine[] };

export type IngestParts = {
  readonly database: HubDatabase;
  readonly key: HubKey;
  readonly now: () => number;
};

/** Concurrent uploads of a tenant share one transaction. One that is refused does not harm the others. */
export function createIngest(parts: IngestParts): Ingest {
  const add = createGroups<CheckedUpload, StoredUpload | Refusal>({
    run: (tenant, uploads) => storeGroup(tenant, uploads, parts),
    sizeOf: ({ lines }) => lines.reduce((sum, line) => sum + 1 + Math.floor(line.length / bytesAsEvent), 0),
    maxSize: hubLimits.auditLines,
    waitMs: hubLimits.auditGroupMs,
  });
  return async (tenant, upload) => {
    const checked = checkLines(upload, parts.now());
    const result = await add(tenant, { ...upload, checked });
    if (result instanceof Refusal) throw result;
    return result;
  };
}

/** Long lines count for several events, so that a group stays small in memory too. */
const bytesAsEvent = 16_384;
