/** One of several parts of a suite; `index` starts at 1. */
export type Shard = { readonly index: number; readonly of: number };

/**
 * The items of one shard. Equal lists are split equally on every machine; neighbors, which tend to take
 * equally long, go to different shards.
 */
export function selectShard<Item>(items: readonly Item[], index: number, of: number): readonly Item[] {
  return items.filter((_, at) => at % of === index - 1);
}

/** Parses `2/4`; undefined when it is not a valid shard. */
export function readShard(text: string): Shard | undefined {
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text)?.map(Number) ?? [];
  return index === undefined || of === undefined || index > of ? undefined : { index, of };
}
