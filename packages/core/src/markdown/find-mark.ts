/** Offset of the first of some characters at or after a place, which never moves back; the text's length if none. */
export type MarkFinder = (from: number) => number;

/** Finds one mark, and remembers where it stands: the search for one is nearly free, and mostly not needed again. */
export function createMarkFinder(text: string, mark: string): MarkFinder {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(mark, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

/** Finds the nearest of what several finders find. */
export function findNearest(first: MarkFinder, ...others: readonly MarkFinder[]): MarkFinder {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    found = first(from);
    for (const find of others) found = Math.min(found, find(from));
    return found;
  };
}
