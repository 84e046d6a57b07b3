import type { Span } from "../text/span.ts";
import { hashPair } from "./hash-word.ts";
import { searchLimits } from "./limits.ts";
import { padText, textEnd, textStart } from "./pad-text.ts";
import { createPairFilter } from "./pair-filter.ts";
import { createTokenScanner, type ScanTokens, tokenKind } from "./scan-tokens.ts";
import { type SearchDocument, withoutExclusions } from "./search-document.ts";
import { addToCounts, bitsOf, searchFields } from "./search-fields.ts";
import { clearTerms, createTermTable, numberOf, type TermTable } from "./term-table.ts";

/** One skill prepared for search. Independent of other skills, so a changed file is analyzed alone. */
export type AnalyzedDocument = {
  /** Unique term hashes in order of first occurrence. */
  readonly terms: Uint32Array;
  /** For each term, its packed counts per field (`search-fields.ts`). */
  readonly counts: Uint32Array;
  /** For each term, a bit set of the body passages that contain it. */
  readonly passages: Uint32Array;
  /** The terms of the name, with compounds split into parts. */
  readonly nameTerms: Uint32Array;
  /** Bloom filter of adjacent words in name, description, tags and headings. */
  readonly leadPairs: Uint32Array;
  /** Bloom filter of adjacent words in body and code. */
  readonly bodyPairs: Uint32Array;
  /** Number of terms per field, in the order of `searchFields`. */
  readonly lengths: Uint32Array;
};
export type Analyze = (document: SearchDocument) => AnalyzedDocument;

/** Analyzes one skill. For many, `createAnalyzer` reuses its buffers. */
export function analyzeDocument(document: SearchDocument): AnalyzedDocument {
  return createAnalyzer()(document);
}

/** Creates an analyzer that reuses its buffers; each result depends on its skill alone. */
export function createAnalyzer(): Analyze {
  const reading = createReading();
  return (document) => {
    clearReading(reading);
    const lead = [document.name, withoutExclusions(document.description), document.tags.join("\n")];
    lead.forEach((text, field) => {
      reading.text = padText(text.slice(0, searchLimits.searchBodyLength));
      reading.field = field;
      readTerms(reading, textStart, textEnd(reading.text));
    });
    reading.text = padText(document.body.slice(0, searchLimits.searchBodyLength));
    readBody(reading);
    return finish(reading);
  };
}

type Reading = {
  readonly scan: ScanTokens;
  readonly table: TermTable;
  /** Indexed by term number. */
  readonly counts: Uint32Array;
  readonly passages: Uint32Array;
  readonly nameTerms: Set<number>;
  readonly leadPairs: PairList;
  readonly bodyPairs: PairList;
  readonly lengths: Uint32Array;
  text: string;
  field: number;
  /** Bit of the current passage; 0 outside the body. */
  passage: number;
};
type PairList = { readonly pairs: Int32Array; count: number };

function createReading(): Reading {
  const most = searchLimits.searchTermsPerSkill;
  return {
    scan: createTokenScanner(),
    table: createTermTable(most),
    counts: new Uint32Array(most),
    passages: new Uint32Array(most),
    nameTerms: new Set(),
    leadPairs: { pairs: new Int32Array(most), count: 0 },
    bodyPairs: { pairs: new Int32Array(most), count: 0 },
    lengths: new Uint32Array(searchFields.length),
    text: "",
    field: 0,
    passage: 0,
  };
}

function clearReading(reading: Reading): void {
  clearTerms(reading.table);
  reading.counts.fill(0);
  reading.passages.fill(0);
  reading.nameTerms.clear();
  reading.leadPairs.count = 0;
  reading.bodyPairs.count = 0;
  reading.lengths.fill(0);
  reading.passage = 0;
}

/** Counts the terms between two offsets; words on both sides of a boundary are not adjacent. */
function readTerms(reading: Reading, start: number, end: number): void {
  if (start === end) return;
  const { table, counts, passages, field, passage, nameTerms, lengths } = reading;
  const { terms, kinds, count } = reading.scan(reading.text, start, end);
  const list = field >= lineKind.body ? reading.bodyPairs : reading.leadPairs;
  const bits = bitsOf(field);
  let words = 0;
  let previous = 0;
  for (let at = 0; at < count; at++) {
    const term = terms[at] ?? 0;
    const number = numberOf(table, term);
    if (number >= 0) {
      counts[number] = addToCounts(counts[number] ?? 0, bits);
      passages[number] = (passages[number] ?? 0) | passage;
    }
    if (kinds[at] === tokenKind.joined) continue;
    if (field === 0) nameTerms.add(term);
    if (words > 0 && list.count < list.pairs.length) list.pairs[list.count++] = hashPair(previous, term);
    previous = term;
    words++;
  }
  lengths[field] = (lengths[field] ?? 0) + words;
}

/** Minimum characters per passage: a few sentences. */
const passageLength = 300;
const passageCount = 32;

/** A passage ends at a heading once it is half full, and at the latest at one and a half times its size. */
function readBody(reading: Reading): void {
  const end = textEnd(reading.text);
  const size = Math.max(passageLength, ((end - textStart) / passageCount) * 1.15);
  let passage = 0;
  let from = textStart;
  visitBodyLines(reading.text, { start: textStart, end }, (start, stop, kind) => {
    const length = start - from;
    if (length >= size * 1.5 || (kind === lineKind.heading && length >= size * 0.5)) {
      passage = Math.min(passage + 1, passageCount - 1);
      from = start;
    }
    reading.passage = 1 << passage;
    reading.field = kind;
    readTerms(reading, start, stop);
  });
}

function finish({ table, counts, passages, leadPairs, bodyPairs, ...reading }: Reading): AnalyzedDocument {
  return {
    terms: new Uint32Array(table.terms.subarray(0, table.count)),
    counts: counts.slice(0, table.count),
    passages: passages.slice(0, table.count),
    nameTerms: Uint32Array.from(reading.nameTerms),
    leadPairs: createPairFilter(leadPairs.pairs.subarray(0, leadPairs.count)),
    bodyPairs: createPairFilter(bodyPairs.pairs.subarray(0, bodyPairs.count)),
    lengths: reading.lengths.slice(),
  };
}

const lineKind = { heading: 3, body: 4, code: 5 } as const;
type VisitLine = (start: number, end: number, kind: number) => void;

/** Calls `visit` for each line of a Markdown body with its field (an index of `searchFields`). */
export function visitBodyLines(text: string, span: Span, visit: VisitLine): void {
  let fence = 0;
  for (let { start } = span; start < span.end; ) {
    const newline = text.indexOf("\n", start);
    const stop = newline < 0 ? span.end : newline;
    const mark = fenceAt(text, start);
    if (mark !== 0 && (fence === 0 || fence === mark)) {
      // The language after an opening fence describes the code.
      if (fence === 0) visit(start, stop, lineKind.code);
      fence = fence === 0 ? mark : 0;
    } else if (fence !== 0) visit(start, stop, lineKind.code);
    else visit(start, stop, isHeading(text, start) ? lineKind.heading : lineKind.body);
    start = stop + 1;
  }
}

const [space, hash, backtick, tilde] = [32, 35, 96, 126];

/** The character code of the fence that starts a line, or 0. */
function fenceAt(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === space) at++;
  const mark = text.charCodeAt(at);
  if (mark !== backtick && mark !== tilde) return 0;
  return text.charCodeAt(at + 1) === mark && text.charCodeAt(at + 2) === mark ? mark : 0;
}

function isHeading(text: string, start: number): boolean {
  let at = start;
  while (text.charCodeAt(at) === hash) at++;
  return at > start && at - start <= 6 && text.charCodeAt(at) === space;
}
