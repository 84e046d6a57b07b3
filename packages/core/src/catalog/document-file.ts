/** The analysis of one skill, and which state of its SKILL.md it belongs to. */
export type KeptDocument = {
  /** Directory of the skill. */
  readonly directory: string;
  readonly readMs: number;
  readonly changedMs: number;
  readonly size: number;
  readonly bytes: Uint8Array;
};

/** Analyses of several skills as one run of bytes: a table of contents, its length before it, then the analyses. */
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

/** The analyses again. The caller has made sure that the bytes are what `encodeDocuments` made, unchanged. */
export function decodeDocuments(kept: Uint8Array): readonly KeptDocument[] {
  // Node's buffers are arrays of bytes whose `slice` does not copy; what follows is to get plain ones.
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
