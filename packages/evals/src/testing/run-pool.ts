/**
 * Runs a step for each item, at most `jobs` at a time; results are in the order of the items. When a step
 * throws, no other starts, running ones finish, and the error is rethrown.
 */
export async function runPool<Item, Value>(
  items: readonly Item[],
  jobs: number,
  step: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const results: Value[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await step(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(jobs, items.length) }, work));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
  return results;
}
