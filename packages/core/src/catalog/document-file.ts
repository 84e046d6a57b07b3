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
