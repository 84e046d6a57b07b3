import { aroundRanges, consistencyRanges, type LeafRange } from "@skillwright/core/audit";
import type { AuditReceipt, AuditUpload } from "@skillwright/core/registry";
import type { HubDatabase } from "../database/database.ts";
import { readHashes } from "./audit-tree.ts";
import type { StoredUpload } from "./store-group.ts";

export type ReceiptRequest = {
  readonly tenant: string;
  readonly upload: AuditUpload;
  readonly stored: StoredUpload;
};

/** The proof of an upload: each line is in the log, and the log contains the one that the agent has seen. */
export async function createReceipt(
  { tenant, upload, stored }: ReceiptRequest,
  database: HubDatabase,
): Promise<AuditReceipt> {
  const { leaves, size, sequence, checkpoint } = stored;
  const runs = runsOf(leaves).map((run) => ({ run, ranges: aroundRanges(run, size) }));
  const consistent = consistencyRanges(upload.since ?? 0, size);
  const all = [...runs.flatMap(({ ranges }) => ranges), ...consistent];
  const hash = await readHashes(database.read, tenant, all);
  const encode = (range: LeafRange): string => Buffer.from(hash(range)).toString("base64");
  return {
    ...{ stream: upload.stream, sequence, checkpoint },
    proofs: runs.map(({ run: { start, end }, ranges }) => ({
      ...{ leaf: start, count: end - start, hashes: ranges.map(encode) },
    })),
    consistency: consistent.map(encode),
  };
}

function runsOf(leaves: readonly number[]): readonly LeafRange[] {
  const runs: { start: number; end: number }[] = [];
  for (const leaf of leaves) {
    const last = runs.at(-1);
    if (last?.end === leaf) last.end++;
    else runs.push({ start: leaf, end: leaf + 1 });
  }
  return runs;
}
