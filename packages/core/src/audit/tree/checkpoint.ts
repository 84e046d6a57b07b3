import { fromBase64, toBase64 } from "../../text/base64.ts";
import { hashBytes, type Sha256Bytes } from "./tree-hash.ts";
import type { TreeHead } from "./verify-proofs.ts";

// C2SP tlog-checkpoint: a signed note with the size and the root of a log.

/** A log's Ed25519 key, and how to use it. */
export type NoteKey = {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly sha256: Sha256Bytes;
};
export type NoteSigner = NoteKey & { readonly sign: (text: Uint8Array) => Uint8Array };
export type NoteVerifier = NoteKey & {
  readonly verify: (text: Uint8Array, signature: Uint8Array) => boolean;
};

export type Checkpoint = TreeHead & { readonly origin: string };

/** The name of a tenant's log. The key is part of it, so that it stays the same when the hub moves to another address. */
export function auditOrigin(tenant: string, { publicKey, sha256 }: NoteKey): string {
  const id = [...sha256(publicKey).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `skillwright-hub-${id}/${encodeURIComponent(tenant)}`;
}

/** A checkpoint with the log's signature. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signer: NoteSigner): string {
  return signNote(`${origin}\n${size}\n${toBase64(root)}\n`, origin, signer);
}

/** Signs a text that ends with a line break: C2SP signed-note. */
export function signNote(text: string, name: string, signer: NoteSigner): string {
  const signature = signer.sign(encoder.encode(text));
  const bytes = new Uint8Array([...keyHash(name, signer), ...signature]);
  return `${text}\n— ${name} ${toBase64(bytes)}\n`;
}

/** Reads a checkpoint with a valid signature of the key; undefined for any other text. Signatures of others are ignored. */
export function openCheckpoint(note: string, verifier: NoteVerifier): Checkpoint | undefined {
  if (note.length > longestNote) return undefined;
  const text = openNote(note, note.slice(0, note.indexOf("\n")), verifier);
  if (text === undefined) return undefined;
  const [origin = "", size = "", root = "", ...rest] = text.split("\n");
  const hash = fromBase64(root);
  if (origin === "" || !/^(?:0|[1-9]\d{0,15})$/.test(size) || hash?.length !== hashBytes) return undefined;
  // Extension lines have no meaning here, but every line ends with a line break and none is empty.
  if (rest.pop() !== "" || rest.includes("") || !Number.isSafeInteger(Number(size))) return undefined;
  return { origin, size: Number(size), root: hash };
}

/** The text of a note that the key has signed under a name, otherwise undefined. */
export function openNote(note: string, name: string, verifier: NoteVerifier): string | undefined {
  const end = note.lastIndexOf("\n\n");
  if (end === -1 || !note.endsWith("\n")) return undefined;
  const text = note.slice(0, end + 1);
  const hash = keyHash(name, verifier);
  for (const line of note
    .slice(end + 2, -1)
    .split("\n")
    .slice(0, mostSignatures)) {
    if (!line.startsWith(`— ${name} `)) continue;
    const bytes = fromBase64(line.slice(name.length + 3));
    if (bytes?.length !== hash.length + 64 || !hash.every((byte, index) => byte === bytes[index])) continue;
    if (verifier.verify(encoder.encode(text), bytes.subarray(hash.length))) return text;
  }
  return undefined;
}

const encoder = new TextEncoder();
/** A checkpoint has three lines and a few signatures. */
const longestNote = 10_000;
const mostSignatures = 16;
/** The signed-note identifier of Ed25519. */
const ed25519 = 1;

/** The first four bytes of a hash, by which a note refers to a key. */
function keyHash(name: string, { publicKey, sha256 }: NoteKey): Uint8Array {
  return sha256(new Uint8Array([...encoder.encode(`${name}\n`), ed25519, ...publicKey])).subarray(0, 4);
}

/** A log's public key in the text form of C2SP signed-note: `NAME+HASH+KEY`. */
export function formatVerifierKey(name: string, key: NoteKey): string {
  const hash = [...keyHash(name, key)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${name}+${hash}+${toBase64(new Uint8Array([ed25519, ...key.publicKey]))}`;
}

/** Reads the output of `formatVerifierKey`, otherwise undefined. */
export function parseVerifierKey(
  text: string,
  sha256: Sha256Bytes,
): { readonly name: string; readonly publicKey: Uint8Array } | undefined {
  const [, name = "", key = ""] = /^([^\s+]{1,300})\+[0-9a-f]{8}\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  const publicKey = fromBase64(key)?.subarray(1);
  if (publicKey?.length !== 32) return undefined;
  return formatVerifierKey(name, { publicKey, sha256 }) === text ? { name, publicKey } : undefined;
}
