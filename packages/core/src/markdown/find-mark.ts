/** Offset of the next mark at or after `from`, or the text's length. Calls must pass non-decreasing offsets. */
export type MarkFinder = (from: number) => number;

/** Finds one mark and caches its position, so most calls need no search. */
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

/** Combines finders; returns the nearest result. */
export function findNearest(first: MarkFinder, ...others: readonly MarkFinder[]): MarkFinder {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    found = first(from);
    for (const find of others) found = Math.min(found, find(from));
    return found;
  };
}
