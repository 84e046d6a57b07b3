import { type FileSystem, limits, SkillError } from "@skillwright/core";
import { digestFiles } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { createTree, type FileTree, type TreeEntry } from "../tree/file-tree.ts";
import type { Disk } from "./disk.ts";
import { createSignatureStore, type SignatureStore } from "./signature-store.ts";

/**
 * Content by its digest, in a folder of the user that may be deleted at any time. Several processes may use it at once. What was read
 * has been checked: a damaged file counts as missing.
 */
export type Cache = {
  readonly folder: string;
  /** Keeps a tree; does nothing if it is there. Returns its digest. */
  put(tree: FileTree): string;
  has(digest: string): boolean;
  /** The tree with a digest. */
  get(digest: string): FileTree | undefined;
  /** Keeps a file's bytes, and returns their hash. */
  putFile(bytes: Uint8Array): string;
  /** The bytes with a hash. */
  getFile(hash: string): Uint8Array | undefined;
  readonly signatures: SignatureStore;
};

export function createCache(folder: string, { fs, disk }: { fs: FileSystem; disk: Disk }): Cache {
  const fileAt = (hash: string): string => `${folder}/files/${hash.slice(0, 2)}/${hash}`;
  const treeAt = (digest: string): string => `${folder}/trees/${digest.replace(":", "-")}.json`;
  const putFile = (bytes: Uint8Array): string => {
    const hash = nodeSha256(bytes);
    const path = fileAt(hash);
    if (fs.stat(path)?.size !== bytes.length) disk.writeFile(path, bytes);
    return hash;
  };
  const getFile = (hash: string): Uint8Array | undefined => {
    const bytes = isHash(hash) ? readIfThere(fs, fileAt(hash), packagingLimits.fileBytes) : undefined;
    if (bytes === undefined || nodeSha256(bytes) === hash) return bytes;
    // Damaged; out of the way of the next one who has the content.
    disk.remove(fileAt(hash));
    return undefined;
  };
  const has = (digest: string): boolean => fs.stat(treeAt(digest)) !== undefined;
  return {
    ...{ folder, has },
    signatures: createSignatureStore(`${folder}/signatures`, { fs, disk }),
    putFile,
    getFile,
    put: (tree) => {
      const record = toRecord(tree);
      const digest = digestOf(record);
      if (has(digest)) return digest;
      for (const entry of tree.entries) if ("bytes" in entry) putFile(entry.bytes);
      disk.writeFile(treeAt(digest), new TextEncoder().encode(JSON.stringify(record)));
      return digest;
    },
    get: (digest) => {
      if (!/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
      const record = parseRecord(readIfThere(fs, treeAt(digest), limits.indexBytes));
      const tree = record && isRecordOf(record, digest) ? readTree(record, getFile) : undefined;
      if (tree) return tree;
      // Without this, `put` would believe that the tree is there.
      disk.remove(treeAt(digest));
      return undefined;
    },
  };
}

const fileRecordSchema = z.strictObject({
  path: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  executable: z.boolean(),
});
const recordSchema = z.array(
  z.union([fileRecordSchema, z.strictObject({ path: z.string(), linksTo: z.string() })]),
);

type TreeRecord = z.infer<typeof recordSchema>;

function toRecord({ entries }: FileTree): TreeRecord {
  return entries.map((entry) => {
    if ("linksTo" in entry) return entry;
    return { path: entry.path, hash: nodeSha256(entry.bytes), executable: entry.executable };
  });
}

/** Bits that make a file executable are not part of it, so the last tree with a digest decides about them. */
function digestOf(record: TreeRecord): string {
  return digestFiles(record, nodeSha256);
}

/** False also for a damaged record that has no digest. */
function isRecordOf(record: TreeRecord, digest: string): boolean {
  try {
    return digestOf(record) === digest;
  } catch (error) {
    if (error instanceof SkillError) return false;
    throw error;
  }
}

function parseRecord(bytes: Uint8Array | undefined): TreeRecord | undefined {
  if (bytes === undefined) return undefined;
  const read = recordSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  return read.success ? read.data : undefined;
}

function readTree(
  record: TreeRecord,
  getFile: (hash: string) => Uint8Array | undefined,
): FileTree | undefined {
  const entries: TreeEntry[] = [];
  for (const entry of record) {
    const bytes = "hash" in entry ? getFile(entry.hash) : undefined;
    if ("linksTo" in entry) entries.push(entry);
    else if (bytes) entries.push({ path: entry.path, bytes, executable: entry.executable });
    else return undefined;
  }
  return createTree(entries, "the cache");
}

function isHash(hash: string): boolean {
  return /^[0-9a-f]{64}$/.test(hash);
}

function readIfThere(fs: FileSystem, path: string, maxBytes: number): Uint8Array | undefined {
  try {
    const { bytes, size } = fs.read(path, maxBytes);
    return size === bytes.length ? bytes : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
