import type { Span } from "../../text/span.ts";
import type { Disguise, Place, ScannedText, Unread } from "../evidence.ts";
import { scanLimits } from "../limits.ts";

/** Where bytes or a text come from: a file of the skill, or something inside one. */
export type Source = {
  /** Path as a reader would name it. */
  readonly path: string;
  readonly placeOf: (span: Span) => Place;
  readonly isReached: boolean;
  /** A text that counts names this very file. */
  readonly isNamed: boolean;
  /** Containers around it. */
  readonly depth: number;
  readonly disguise?: Disguise | undefined;
};

/** What was found so far in one skill, and what may still be read. */
export type Opening = {
  readonly texts: ScannedText[];
  readonly unread: Unread[];
  readonly budget: Budget;
  /** Opens bytes that were found inside others. */
  readonly open: (source: Source, bytes: Uint8Array) => void;
};

export type Budget = {
  /** Bytes that may still be read. */
  readonly left: () => number;
  readonly spend: (bytes: number) => void;
  /** False when no more entries of containers may be opened. */
  readonly takeEntry: () => boolean;
  readonly entriesLeft: () => number;
};

export function createBudget(): Budget {
  let bytes: number = scanLimits.bytes;
  let entries: number = scanLimits.entries;
  return {
    left: () => bytes,
    spend: (count) => {
      bytes = Math.max(0, bytes - count);
    },
    takeEntry: () => entries-- > 0,
    entriesLeft: () => Math.max(0, entries),
  };
}

/** Something inside a source: its places are those of the source as a whole. */
export function inside(source: Source, name: string, disguise: Disguise | undefined): Source {
  return {
    ...source,
    path: `${source.path}/${name}`,
    placeOf: () => source.placeOf({ start: 0, end: 0 }),
    depth: source.depth + 1,
    disguise: source.disguise ?? disguise,
  };
}

/** Notes what could not be read. What a text names is taken to be used. */
export function reportUnread(opening: Opening, source: Source, reason: Unread["reason"]): void {
  opening.unread.push({ path: source.path, reason, isUsed: source.isNamed });
}
