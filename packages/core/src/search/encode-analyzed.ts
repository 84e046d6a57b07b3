import type { AnalyzedDocument } from "./analyze-document.ts";
import { searchLimits } from "./limits.ts";
import { searchFields } from "./search-fields.ts";

/** "SKS" and the version of the analysis; increase it when tokens, stems or fields change. */
const magic = 0x534b5303;
/** Magic, checksum, and the numbers of terms, name terms and filter words that follow. */
const headerWords = 6;

/** Encodes an analyzed skill for a persisted index: 32-bit words in the machine's byte order. */
export function encodeAnalyzed(document: AnalyzedDocument): Uint8Array {
  const { terms, nameTerms, leadPairs, bodyPairs, lengths } = document;
  const arrays = [lengths, terms, document.counts, document.passages, nameTerms, leadPairs, bodyPairs];
  const words = new Uint32Array(arrays.reduce((sum, array) => sum + array.length, headerWords));
  words.set([magic, 0, terms.length, nameTerms.length, leadPairs.length, bodyPairs.length]);
  let at = headerWords;
  for (const array of arrays) {
    words.set(array, at);
    at += array.length;
  }
  words[1] = checksum(words);
  return new Uint8Array(words.buffer);
}

/** Decodes an analyzed skill; undefined if the bytes are truncated, altered or of another version. */
export function decodeAnalyzed(bytes: Uint8Array): AnalyzedDocument | undefined {
  if (bytes.length % 4 !== 0 || bytes.length < headerWords * 4) return undefined;
  // Copied: the bytes may be unaligned in a larger buffer.
  const words = new Uint32Array(bytes.slice().buffer);
  const [found, sum, terms = 0, names = 0, lead = 0, body = 0] = words;
  if (found !== magic || terms > searchLimits.searchTermsPerSkill || names > terms) return undefined;
  if (!isFilterSize(lead) || !isFilterSize(body)) return undefined;
  const sizes = [searchFields.length, terms, terms, terms, names, lead, body];
  if (sizes.reduce((all, size) => all + size, headerWords) !== words.length) return undefined;
  if (sum !== checksum(words)) return undefined;
  return split(words, sizes);
}

function split(words: Uint32Array, sizes: readonly number[]): AnalyzedDocument {
  let at = headerWords;
  const next = (index: number): Uint32Array => {
    const start = at;
    at += sizes[index] ?? 0;
    return words.slice(start, at);
  };
  // Repeated terms need no check: they would count twice, as any count in these bytes could.
  return {
    lengths: next(0),
    terms: next(1),
    counts: next(2),
    passages: next(3),
    nameTerms: next(4),
    leadPairs: next(5),
    bodyPairs: next(6),
  };
}

function isFilterSize(words: number): boolean {
  return words >= 1 && (words & (words - 1)) === 0 && words <= searchLimits.searchTermsPerSkill;
}

function checksum(words: Uint32Array): number {
  let sum = 0x811c9dc5;
  for (let at = 2; at < words.length; at++)
    sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193) ^ (sum >>> 15);
  return sum >>> 0;
}
