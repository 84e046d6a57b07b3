/** One of several parts of a suite, counted from 1. */
export type Shard = { readonly index: number; readonly of: number };

/**
 * The items of one shard. The same items in the same order fall into the same shards on every machine, each into exactly
 * one; neighbours, which tend to take equally long, into different ones.
 */
export function selectShard<Item>(items: readonly Item[], index: number, of: number): readonly Item[] {
  return items.filter((_, at) => at % of === index - 1);
}

/** Reads `2/4`; undefined when it says nothing sensible. */
export function readShard(text: string): Shard | undefined {
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text)?.map(Number) ?? [];
  return index === undefined || of === undefined || index > of ? undefined : { index, of };
}
