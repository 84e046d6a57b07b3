/**
 * Does a step for each item, at most so many at a time, and answers in the order of the items. When a step fails, no other begins,
 * those under way are waited for, and the failure goes on to the caller.
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
