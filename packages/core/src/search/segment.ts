import type { AnalysedDocument } from "./analyse-document.ts";
import { fieldGains } from "./field-gains.ts";
import { sortByTerm } from "./sort-by-term.ts";
import { searchFields } from "./term-counts.ts";

/** Rows of different length in one array: row `n` lies between `offsets[n]` and `offsets[n + 1]`. */
export type Rows = { readonly offsets: Uint32Array; readonly values: Uint32Array };

/** Analysed skills turned round, from term to skills. Never changes once made. */
export type Segment = {
  readonly size: number;
  /** Hashes of all terms, ascending; the postings of term `n` are row `n`. */
  readonly terms: Uint32Array;
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
  readonly passages: Uint32Array;
  /** For each skill and field what one occurrence counts there; longer fields count less. */
  readonly gains: Float32Array;
  readonly lengths: Uint32Array;
  /** Terms of all skills, repeated ones included. */
  readonly words: number;
  /** The terms of each skill's name. */
  readonly names: Rows;
  readonly leadPairs: Rows;
  readonly bodyPairs: Rows;
};

export function createSegment(documents: readonly AnalysedDocument[]): Segment {
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

function invert(analysed: readonly AnalysedDocument[]): Postings {
  const total = analysed.reduce((sum, document) => sum + document.terms.length, 0);
  const flat = {
    terms: new Uint32Array(total),
    documents: new Uint32Array(total),
    counts: new Uint32Array(total),
    passages: new Uint32Array(total),
  };
  let at = 0;
  analysed.forEach((document, index) => {
    flat.terms.set(document.terms, at);
    flat.counts.set(document.counts, at);
    flat.passages.set(document.passages, at);
    flat.documents.fill(index, at, at + document.terms.length);
    at += document.terms.length;
  });
  const order = sortByTerm(flat.terms);
  return {
    ...rowsOfTerms(flat.terms, order),
    documents: pick(flat.documents, order),
    counts: pick(flat.counts, order),
    passages: pick(flat.passages, order),
  };
}

function pick(values: Uint32Array, order: Uint32Array): Uint32Array {
  return order.map((index) => values[index] ?? 0);
}

function rowsOfTerms(flat: Uint32Array, order: Uint32Array): Pick<Segment, "terms" | "offsets"> {
  const terms = new Uint32Array(flat.length);
  const offsets = new Uint32Array(flat.length + 1);
  let rows = 0;
  for (let at = 0; at < order.length; at++) {
    const term = flat[order[at] ?? 0] ?? 0;
    if (rows > 0 && term === terms[rows - 1]) continue;
    terms[rows] = term;
    offsets[rows++] = at;
  }
  offsets[rows] = flat.length;
  return { terms: terms.slice(0, rows), offsets: offsets.slice(0, rows + 1) };
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

/** Where a skill stands in the postings of a term, or -1. */
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
