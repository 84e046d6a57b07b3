import {
  auditOrigin,
  createTreeHash,
  entryOf,
  type NoteVerifier,
  openCheckpoint,
  type TreeHead,
  verifyBatch,
  verifyConsistency,
} from "../audit/index.ts";
import { fromBase64 } from "../text/base64.ts";
import type { AuditReceipt } from "./audit-upload.ts";

/** What an agent expects of a receipt. */
export type ReceiptExpectation = {
  readonly tenant: string;
  readonly stream: string;
  /** Chain hashes of the uploaded lines, in their order. */
  readonly lineHashes: readonly string[];
  /** Sequence number of the last uploaded line. */
  readonly sequence: number;
  /** The last tree that the agent verified; its size was sent as `since`. */
  readonly seen: TreeHead;
  readonly verifier: NoteVerifier;
};

export type ReceiptFault =
  /** Another key signed the checkpoint, or it was changed. */
  | "not-signed"
  /** The checkpoint is of another hub or tenant. */
  | "other-log"
  /** The log is shorter than before. */
  | "rolled-back"
  /** The log does not contain what it contained before. */
  | "rewritten"
  /** A line is not in the log. */
  | "not-included";

/** Verifies a receipt: signature, origin, history, then every line. Returns the new tree, or what is wrong. */
export function verifyReceipt(
  receipt: AuditReceipt,
  expected: ReceiptExpectation,
): { readonly head: TreeHead } | { readonly fault: ReceiptFault } {
  const { tenant, stream, lineHashes, sequence, seen, verifier } = expected;
  const tree = createTreeHash(verifier.sha256);
  const head = openCheckpoint(receipt.checkpoint, verifier);
  if (head === undefined) return { fault: "not-signed" };
  if (head.origin !== auditOrigin(tenant, verifier) || receipt.stream !== stream)
    return { fault: "other-log" };
  if (head.size < seen.size) return { fault: "rolled-back" };
  const consistency = decode(receipt.consistency);
  const isGrown = consistency && verifyConsistency(consistency, { from: seen, to: head }, tree);
  if (!isGrown) return { fault: "rewritten" };
  let next = 0;
  for (const { leaf, count, hashes } of receipt.proofs) {
    const leaves = lineHashes.slice(next, next + count).map((hash) => tree.leaf(entryOf(hash)));
    const proof = decode(hashes);
    if (leaves.length < count || proof === undefined) return { fault: "not-included" };
    if (!verifyBatch({ leaf, hashes: leaves, proof }, head, tree)) return { fault: "not-included" };
    next += count;
  }
  if (next !== lineHashes.length || receipt.sequence < sequence) return { fault: "not-included" };
  return { head };
}

function decode(hashes: readonly string[]): readonly Uint8Array[] | undefined {
  const decoded = hashes.map(fromBase64).filter((hash) => hash !== undefined);
  const areHashes = decoded.length === hashes.length && decoded.every((hash) => hash.length === 32);
  return areHashes ? decoded : undefined;
}
