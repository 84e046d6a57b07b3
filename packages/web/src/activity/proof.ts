import {
  createTreeHash,
  entryOf,
  formatProofFile,
  openCheckpoint,
  parseVerifierKey,
  readLink,
  verifyInclusion,
} from "@skillwright/core/audit";
import { sha256Hex } from "@skillwright/core/discover";
import type { AuditProof } from "@skillwright/core/registry";

// The same checks as `skillwright audit verify --proof`, in the browser.

const sha256 = (bytes: Uint8Array): Uint8Array => entryOf(sha256Hex(bytes));
const tree = createTreeHash(sha256);

/** The text of a proof file; undefined if the line was erased, since then there is nothing to prove by itself. */
export function toProofFile({ line, leaf, hashes, checkpoint }: AuditProof): string | undefined {
  if (line === undefined) return undefined;
  return formatProofFile({ line, leaf, checkpoint, proof: hashes.map(fromBase64) });
}

export type ProofVerdict =
  | { readonly isProved: true; readonly leaf: number; readonly size: number }
  | { readonly isProved: false; readonly why: string };

/** Whether a line is in the log that the key signs. */
export async function verifyProof(
  { line, leaf, hashes, checkpoint }: AuditProof,
  key: string,
): Promise<ProofVerdict> {
  if (line === undefined) return failed("The line was erased; only its hash is left.");
  const link = readLink(line, sha256Hex);
  if (!link?.sound) return failed("The line was changed after it was written.");
  const head = await verifyCheckpoint(checkpoint, key);
  if (head === undefined) return failed("The checkpoint is not signed by the hub's key.");
  const claim = { leaf, hash: tree.leaf(entryOf(link.hash)), proof: hashes.map(fromBase64) };
  if (!verifyInclusion(claim, head, tree)) return failed("The line is not in the log of the checkpoint.");
  return { isProved: true, leaf, size: head.size };
}

/** The size and root of a checkpoint that the key has signed, otherwise undefined. */
export async function verifyCheckpoint(
  note: string,
  key: string,
): Promise<ReturnType<typeof openCheckpoint>> {
  const publicKey = parseVerifierKey(key, sha256)?.publicKey;
  // Browsers check signatures only over https and on this machine.
  if (publicKey === undefined || globalThis.crypto.subtle === undefined) return undefined;
  const signatures: { readonly text: Uint8Array; readonly signature: Uint8Array }[] = [];
  const head = openCheckpoint(note, {
    ...{ publicKey, sha256 },
    // Browsers verify later than the reader wants to know; what it has read counts only if the signature holds.
    verify: (text, signature) => signatures.push({ text, signature }) > 0,
  });
  const [signed] = signatures;
  if (head === undefined || signed === undefined) return undefined;
  const imported = await crypto.subtle.importKey("raw", new Uint8Array(publicKey), "Ed25519", false, [
    "verify",
  ]);
  const isSigned = await crypto.subtle.verify(
    "Ed25519",
    imported,
    new Uint8Array(signed.signature),
    new Uint8Array(signed.text),
  );
  return isSigned ? head : undefined;
}

function failed(why: string): ProofVerdict {
  return { isProved: false, why };
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
