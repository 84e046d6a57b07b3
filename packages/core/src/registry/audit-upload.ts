import { z } from "zod";

// How agents hand their audit logs to a hub, and what they get for it.

/** Consecutive lines of one log, exactly as they stand in it. */
export type AuditUpload = {
  /** Names the log: one file of one machine. */
  readonly stream: string;
  /** The agent's own name for itself, as in `sync`. */
  readonly agent: string;
  /** The lines follow each other; what the hub has already is skipped. */
  readonly lines: readonly string[];
  /** Size of the tenant's log in the last checkpoint that the agent verified; the receipt proves consistency with it. */
  readonly since?: number | undefined;
};

/**
 * Proof that lines are in the tenant's log. The agent verifies the signature, that each line's hash is in the tree, and that the tree
 * contains the one it saw before, and only then deletes what it has uploaded.
 */
export type AuditReceipt = {
  readonly stream: string;
  /** The last sequence number of the stream that the hub has. */
  readonly sequence: number;
  /** A C2SP checkpoint: origin, size, root hash, signature. */
  readonly checkpoint: string;
  /** Where the uploaded lines are, in their order. */
  readonly proofs: readonly AuditRunProof[];
  /** From `since` to this checkpoint, in Base64. */
  readonly consistency: readonly string[];
};

/** Lines that are next to each other in the tenant's log, nearly always all of an upload, and one proof for them together. */
export type AuditRunProof = {
  /** Index of the first line's leaf. */
  readonly leaf: number;
  readonly count: number;
  /** Hashes of the subtrees around the leaves, from left to right, in Base64; see `verifyBatch`. */
  readonly hashes: readonly string[];
};

/** `GET audit/proof`: that a line is in the tenant's log. */
export type AuditProof = {
  readonly leaf: number;
  /** The hashes of its inclusion proof (RFC 6962), in Base64. */
  readonly hashes: readonly string[];
  readonly checkpoint: string;
  /** The line itself; only for those who may read the log, and not if it was erased. */
  readonly line?: string | undefined;
};

/** Two for each level of the tallest tree. */
const hashes = z.array(z.string().max(64)).max(128);
const checkpoint = z.string().max(10_000);

export const auditUploadSchema: z.ZodType<AuditUpload> = z.object({
  stream: z.string().regex(/^[\w.-]{1,100}$/),
  agent: z.string().min(1).max(100),
  lines: z.array(z.string().max(1_048_576)).min(1).max(500),
  since: z.int().min(0).optional(),
});

export const auditReceiptSchema: z.ZodType<AuditReceipt> = z.object({
  stream: z.string().max(100),
  sequence: z.int().min(0),
  checkpoint,
  proofs: z.array(z.object({ leaf: z.int().min(0), count: z.int().min(1), hashes })).max(500),
  consistency: hashes,
});

export const auditProofSchema: z.ZodType<AuditProof> = z.object({
  leaf: z.int().min(0),
  hashes,
  checkpoint,
  line: z.string().max(1_048_576).optional(),
});
