/** SHA-256 of bytes, as bytes. */
export type Sha256Bytes = (bytes: Uint8Array) => Uint8Array;

/** The hashes of a Merkle tree as RFC 6962, section 2.1, defines them. */
export type TreeHash = {
  /** Hash of an entry. */
  leaf(entry: Uint8Array): Uint8Array;
  /** Hash of two subtrees. */
  node(left: Uint8Array, right: Uint8Array): Uint8Array;
  /** Root of the tree without entries. */
  readonly empty: Uint8Array;
};

export const hashBytes = 32;

/** Entries and nodes are hashed with different prefixes, so that a node cannot be passed off as an entry. */
export function createTreeHash(sha256: Sha256Bytes): TreeHash {
  // Reused: a log makes two of them per entry, and allocating them would take as long as hashing.
  const pair = new Uint8Array(1 + 2 * hashBytes);
  pair[0] = 1;
  const single = new Uint8Array(1 + hashBytes);
  return {
    leaf: (entry) => {
      const bytes = entry.length === hashBytes ? single : new Uint8Array(1 + entry.length);
      bytes.set(entry, 1);
      return sha256(bytes);
    },
    node: (left, right) => {
      pair.set(left, 1);
      pair.set(right, 1 + hashBytes);
      return sha256(pair);
    },
    empty: sha256(new Uint8Array()),
  };
}

/** Whether two hashes are the same. Hashes of a log are public, so the time this takes reveals nothing. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** The entry of an audit line in the log: its chain hash, so that a line can be erased while its proof stays. */
export function entryOf(lineHash: string): Uint8Array {
  const entry = new Uint8Array(hashBytes);
  for (let index = 0; index < hashBytes; index++)
    entry[index] = digitOf(lineHash, 2 * index) * 16 + digitOf(lineHash, 2 * index + 1);
  return entry;
}

/** Hexadecimal, in lower case. */
function digitOf(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0x61 ? code - 0x61 + 10 : code - 0x30;
}
