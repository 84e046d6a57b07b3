import type { AnalyzedDocument } from "./analyze-document.ts";
import { fieldGains, searchFields } from "./search-fields.ts";

import { createTermTable, numberOf, type TermTable } from "./term-table.ts";

/** Rows of different lengths in one array: row `n` is between `offsets[n]` and `offsets[n + 1]`. */
export type Rows = { readonly offsets: Uint32Array; readonly values: Uint32Array };

/** An immutable inverted index of analyzed skills. */
export type Segment = {
  readonly size: number;
  /** Hashes of all terms, ascending; the postings of term `n` are row `n`. */
  readonly terms: Uint32Array;
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
  readonly passages: Uint32Array;
  /** For each skill and field, the gain of one occurrence; lower in longer fields. */
  readonly gains: Float32Array;
  readonly lengths: Uint32Array;
  /** Number of terms in all skills, including repetitions. */
  readonly words: number;
  /** The terms of each skill's name. */
  readonly names: Rows;
  readonly leadPairs: Rows;
  readonly bodyPairs: Rows;
};

export function createSegment(documents: readonly AnalyzedDocument[]): Segment {
  const fields = searchFields.length;
  const lengths = new Uint32Array(documents.length * fields);
  const gains = new Float32Array(documents.length * fields);
  documents.forEach((document, index) => {
    lengths.set(document.lengths, index * fields);
    gains.set(fieldGains(document.lengths), index * fields);
  });
  return {
    size: documents.length,
    ...invert(documents),
    gains,
    lengths,
    words: lengths.reduce((sum, length) => sum + length, 0),
    names: joinRows(documents.map((document) => document.nameTerms)),
    leadPairs: joinRows(documents.map((document) => document.leadPairs)),
    bodyPairs: joinRows(documents.map((document) => document.bodyPairs)),
  };
}

type Postings = Pick<Segment, "terms" | "offsets" | "documents" | "counts" | "passages">;

/** Counts the skills per term to find where each row starts, then writes every posting to its row. */
function invert(analyzed: readonly AnalyzedDocument[]): Postings {
  const total = analyzed.reduce((sum, document) => sum + document.terms.length, 0);
  const table = createTermTable(total);
  const numbers = numberTerms(analyzed, table, total);
  const { terms, offsets, next } = layOut(table, numbers);
  const documents = new Uint32Array(total);
  const counts = new Uint32Array(total);
  const passages = new Uint32Array(total);
  let from = 0;
  analyzed.forEach((document, index) => {
    for (let at = 0; at < document.terms.length; at++) {
      const number = numbers[from++] ?? 0;
      const to = next[number] ?? 0;
      next[number] = to + 1;
      documents[to] = index;
      counts[to] = document.counts[at] ?? 0;
      passages[to] = document.passages[at] ?? 0;
    }
  });
  return { terms, offsets, documents, counts, passages };
}

/** The term number of each posting, skill by skill. */
function numberTerms(analyzed: readonly AnalyzedDocument[], table: TermTable, total: number): Uint32Array {
  const numbers = new Uint32Array(total);
  let at = 0;
  for (const { terms } of analyzed) {
    for (let index = 0; index < terms.length; index++)
      numbers[at++] = numberOf(table, (terms[index] ?? 0) | 0);
  }
  return numbers;
}

type Layout = Pick<Segment, "terms" | "offsets"> & {
  /** For each term number, where its next posting goes. */
  readonly next: Uint32Array;
};

function layOut(table: TermTable, numbers: Uint32Array): Layout {
  const sizes = new Uint32Array(table.count);
  for (let at = 0; at < numbers.length; at++) sizes[numbers[at] ?? 0] = (sizes[numbers[at] ?? 0] ?? 0) + 1;
  const terms = new Uint32Array(table.terms.subarray(0, table.count)).sort();
  const offsets = new Uint32Array(terms.length + 1);
  const next = new Uint32Array(terms.length);
  for (let row = 0; row < terms.length; row++) {
    const number = numberOf(table, (terms[row] ?? 0) | 0);
    next[number] = offsets[row] ?? 0;
    offsets[row + 1] = (offsets[row] ?? 0) + (sizes[number] ?? 0);
  }
  return { terms, offsets, next };
}

function joinRows(rows: readonly Uint32Array[]): Rows {
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + row.length;
  });
  const values = new Uint32Array(offsets[rows.length] ?? 0);
  rows.forEach((row, index) => {
    values.set(row, offsets[index] ?? 0);
  });
  return { offsets, values };
}

/** The position of a term, or -1. */
export function findTerm({ terms }: Segment, term: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle] ?? 0;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The index of a skill in a term's postings, or -1. */
export function findPosting({ offsets, documents }: Segment, position: number, document: number): number {
  if (position < 0) return -1;
  let low = offsets[position] ?? 0;
  let high = (offsets[position + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = documents[middle] ?? 0;
    if (found === document) return middle;
    if (found < document) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
