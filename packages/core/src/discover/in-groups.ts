import { discoverLimits } from "./limits.ts";

/**
 * Splits items into groups of bounded count and size. Running one step for a whole group before the next (all reading,
 * then all parsing) is faster than all steps item by item, because code and data stay in the processor's caches. An
 * error of the source is thrown after the items before it.
 */
export function* inGroups<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Generator<Item[]> {
  let group: Item[] = [];
  let size = 0;
  try {
    for (const item of items) {
      group.push(item);
      size += sizeOf(item);
      if (group.length < discoverLimits.groupItems && size < discoverLimits.groupSize) continue;
      const full = group;
      group = [];
      size = 0;
      yield full;
    }
  } catch (error) {
    if (group.length > 0) yield group;
    throw error;
  }
  if (group.length > 0) yield group;
}
