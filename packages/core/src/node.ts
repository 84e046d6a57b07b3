/** The parts that need Node: the disk, its watcher, quick hashes, and a catalog with all of them. */
import { resolve } from "node:path";
import type { NoteVerifier } from "./audit/tree/checkpoint.ts";
import type { Catalog, CatalogOptions } from "./catalog/catalog.ts";
import { openCatalog as openCatalogWith } from "./catalog/open-catalog.ts";
import { nodeSha256 } from "./digest/node-sha256.ts";
import { createNodeFileSystem } from "./fs/node.ts";
import { createNodeWatcher } from "./fs/node-watcher.ts";
import type { VerifyText } from "./registry/verify-signed.ts";

export { nodeSha256 } from "./digest/node-sha256.ts";
export { attemptOn, toFileError } from "./fs/file-error.ts";
export { createNodeFileSystem } from "./fs/node.ts";
export { createNodeWatcher, type NodeWatcherOptions } from "./fs/node-watcher.ts";

/** Verifies Ed25519 signatures. The id of a key is the key itself, after `key:`. */
export const nodeVerify: VerifyText = (text, key, signature) => {
  const { createPublicKey, verify } = process.getBuiltinModule("node:crypto");
  const id = key.startsWith("key:") ? key.slice("key:".length) : "";
  const [bytes, proof] = [Buffer.from(id, "base64url"), Buffer.from(signature, "base64")];
  // Only the one canonical spelling of each counts.
  if (bytes.length !== 32 || bytes.toString("base64url") !== id) return false;
  if (proof.length !== 64 || proof.toString("base64") !== signature) return false;
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: id }, format: "jwk" });
  return verify(null, Buffer.from(text), publicKey, proof);
};

/** The same as bytes. A short text is made and read in half the time that Node takes to allocate a buffer. */
export function nodeSha256Bytes(bytes: Uint8Array): Uint8Array {
  const text = process.getBuiltinModule("node:crypto").hash("sha256", bytes, "binary");
  const digest = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) digest[index] = text.charCodeAt(index);
  return digest;
}

/** Verifies notes, such as checkpoints, with an Ed25519 key of 32 bytes. */
export function createNoteVerifier(publicKey: Uint8Array): NoteVerifier {
  const { createPublicKey, verify } = process.getBuiltinModule("node:crypto");
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return {
    ...{ publicKey, sha256: nodeSha256Bytes },
    verify: (text, signature) => verify(null, text, key, signature),
  };
}

/**
 * Opens the skills of some folders on this machine.
 *
 * @example
 * const catalog = openCatalog({ roots: ["./skills"] });
 */
export function openCatalog(options: NodeCatalogOptions): Catalog {
  return openCatalogWith({
    fs: createNodeFileSystem(),
    now: () => Date.now(),
    sha256: nodeSha256,
    watcher: createNodeWatcher(),
    ...options,
    roots: options.roots.map((root) =>
      typeof root === "string" ? absolute(root) : { ...root, path: absolute(root.path) },
    ),
  });
}

/** Agents work in other folders than the process that found their skills. */
function absolute(path: string): string {
  return resolve(path).replaceAll("\\", "/");
}

export type NodeCatalogOptions = Omit<CatalogOptions, "fs" | "now"> &
  Partial<Pick<CatalogOptions, "fs" | "now">>;
