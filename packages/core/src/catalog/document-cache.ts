import type { Sha256 } from "../digest/sha256.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { readSealed, type Seal } from "../state/sealed-file.ts";
import { writeIndexFile } from "./scan-cache.ts";

/** The search analysis of one skill and the state of the SKILL.md it was made from. */
export type KeptDocument = {
  /** Directory of the skill. */
  readonly directory: string;
  readonly readMs: number;
  readonly changedMs: number;
  readonly size: number;
  readonly bytes: Uint8Array;
};

/** Encodes several analyses: the length of the table of contents, the table, then the analyses. */
export function encodeDocuments(documents: readonly KeptDocument[]): Uint8Array {
  const table: Table = documents.map(({ directory, readMs, changedMs, size, bytes }) => [
    directory,
    readMs,
    changedMs,
    size,
    bytes.length,
  ]);
  const head = encoder.encode(JSON.stringify(table));
  const length = documents.reduce((sum, { bytes }) => sum + bytes.length, lengthBytes + head.length);
  const all = new Uint8Array(length);
  new DataView(all.buffer).setUint32(0, head.length);
  all.set(head, lengthBytes);
  let at = lengthBytes + head.length;
  for (const { bytes } of documents) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

/** Reverses `encodeDocuments`. The caller has verified that the bytes are unchanged. */
export function decodeDocuments(kept: Uint8Array): readonly KeptDocument[] {
  // A Node Buffer's `slice` does not copy; return plain arrays instead.
  const all = new Uint8Array(kept.buffer, kept.byteOffset, kept.length);
  const headLength = new DataView(all.buffer, all.byteOffset).getUint32(0);
  const table: Table = JSON.parse(decoder.decode(all.subarray(lengthBytes, lengthBytes + headLength)));
  let at = lengthBytes + headLength;
  return table.map(([directory, readMs, changedMs, size, length]) => {
    const bytes = all.subarray(at, at + length);
    at += length;
    return { directory, readMs, changedMs, size, bytes };
  });
}

type Table = readonly (readonly [
  directory: string,
  readMs: number,
  changedMs: number,
  size: number,
  length: number,
])[];

const lengthBytes = 4;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** By the skill's directory. */
export type KeptDocuments = ReadonlyMap<string, KeptDocument>;

/** Caches search analyses between processes. A failed write only makes the next start slower. */
export type DocumentKeeper = {
  /** The cached analyses of a root with about `count` skills. */
  read(root: string, count: number): KeptDocuments;
  /** Writes the analyses; only cache files that hold a changed directory are written. */
  write(root: string, count: number, kept: DocumentChange): readonly DiscoveryFinding[];
};

/** All documents of a root, and the directories of the new ones. */
type DocumentChange = { readonly documents: KeptDocuments; readonly changed: Iterable<string> };

export function createDocumentKeeper(fs: FileSystem, folder: string, sha256: Sha256): DocumentKeeper {
  const seal: Seal = { kind: "documents-1", sha256, maxBytes: limits.indexBytes };
  const fileOf = (root: string, part: string): string =>
    `${folder}/${sha256(new TextEncoder().encode(root)).slice(0, 32)}.${part}`;
  return {
    read: (root, count) => {
      const kept = new Map<string, KeptDocument>();
      for (const part of partsFor(count)) {
        const bytes = readSealed(fs, fileOf(root, part), seal);
        for (const document of bytes ? decodeDocuments(bytes) : []) kept.set(document.directory, document);
      }
      return kept;
    },
    write: (root, count, { documents, changed }) => {
      const parts = partsFor(count);
      const members = Map.groupBy(documents.values(), ({ directory }) => partOf(directory, parts));
      const touched = new Set(Array.from(changed, (directory) => partOf(directory, parts)));
      return [...touched].flatMap((part) => {
        const payload = encodeDocuments(members.get(part) ?? []);
        return writeIndexFile(fs, fileOf(root, part), { ...seal, payload }) ?? [];
      });
    },
  };
}

const onePart = ["documents"];
const manyParts = Array.from({ length: 16 }, (_, part) => `documents-${part}`);

/** Many skills are spread over several files, so that one change does not rewrite everything. */
function partsFor(count: number): readonly string[] {
  return count <= 500 ? onePart : manyParts;
}

/** Spreads directories evenly over the parts (FNV-1a). */
function partOf(directory: string, parts: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < directory.length; at++) hash = Math.imul(hash ^ directory.charCodeAt(at), 0x01000193);
  return parts[(hash >>> 0) % parts.length] ?? "documents";
}
