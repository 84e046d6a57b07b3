import type { AnalyzedDocument } from "./analyze-document.ts";
import { createSegment, type Segment } from "./segment.ts";

/**
 * A searchable library: one large segment, and small ones for later additions. An ordinal is a skill's position in
 * insertion order; it stays the same until the index is rebuilt.
 */
export type SearchIndex = {
  readonly parts: readonly IndexPart[];
  readonly removed: ReadonlySet<number>;
  /** Skills ever added, including removed ones. */
  readonly nextOrdinal: number;
  /** The skills of the last part, kept to rebuild it when one more is added. */
  readonly recent: readonly AnalyzedDocument[];
};
type IndexPart = { readonly firstOrdinal: number; readonly segment: Segment };

export type IndexChange = {
  readonly removed: readonly number[];
  readonly added: readonly AnalyzedDocument[];
};

export function createSearchIndex(documents: readonly AnalyzedDocument[]): SearchIndex {
  return {
    parts: [{ firstOrdinal: 0, segment: createSegment(documents) }],
    removed: new Set(),
    nextOrdinal: documents.length,
    recent: [],
  };
}

/** Maximum skills in the newest part before a new one starts, so that one change stays cheap. */
const recentMost = 64;

/** Returns the index after a change. Added skills get the next ordinals in order; a changed skill is removed and added. */
export function updateSearchIndex(index: SearchIndex, change: IndexChange): SearchIndex {
  const known = change.removed.filter((ordinal) => ordinal >= 0 && ordinal < index.nextOrdinal);
  const removed = known.length === 0 ? index.removed : new Set([...index.removed, ...known]);
  if (change.added.length === 0) return { ...index, removed };
  const isOpen = index.recent.length > 0 && index.recent.length + change.added.length <= recentMost;
  const kept = isOpen ? index.parts.slice(0, -1) : index.parts;
  const recent = isOpen ? [...index.recent, ...change.added] : [...change.added];
  const nextOrdinal = index.nextOrdinal + change.added.length;
  const part = { firstOrdinal: nextOrdinal - recent.length, segment: createSegment(recent) };
  return { parts: [...kept, part], removed, nextOrdinal, recent };
}

/**
 * Several indexes as one to search in. Nothing is copied, and skills rank as if they had been added to one index. Ordinals of each index
 * follow those of the one before it. The result is not for further changes.
 */
export function joinSearchIndexes(indexes: readonly SearchIndex[]): SearchIndex {
  const parts: IndexPart[] = [];
  const removed = new Set<number>();
  let nextOrdinal = 0;
  for (const index of indexes) {
    for (const { firstOrdinal, segment } of index.parts)
      parts.push({ firstOrdinal: nextOrdinal + firstOrdinal, segment });
    for (const ordinal of index.removed) removed.add(nextOrdinal + ordinal);
    nextOrdinal += index.nextOrdinal;
  }
  return { parts, removed, nextOrdinal, recent: [] };
}

/** Number of skills that can be found. */
export function searchIndexSize({ nextOrdinal, removed }: SearchIndex): number {
  return nextOrdinal - removed.size;
}
