/** The first `count` items in sorted order, without sorting the rest. */
export function takeFirst<T>(
  items: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length === count && last !== undefined && compare(item, last) >= 0) continue;
    const at = first.findLastIndex((other) => compare(other, item) <= 0) + 1;
    first.splice(at, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}
