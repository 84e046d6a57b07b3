import { limits } from "../limits.ts";

/**
 * The same items in groups, each of a bounded number and size. Work that is done step by step for a whole group, all
 * reading before all parsing, say, takes a good deal less time than all steps for one item after the other, since the
 * processor keeps what a step needs near at hand. What the source throws comes after the items before it.
 */
export function* inGroups<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Generator<Item[]> {
  let group: Item[] = [];
  let size = 0;
  try {
    for (const item of items) {
      group.push(item);
      size += sizeOf(item);
      if (group.length < limits.groupItems && size < limits.groupSize) continue;
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
