/** Adds work for a key; resolves with its result once its group is done. */
export type AddToGroup<Work, Result> = (key: string, work: Work) => Promise<Result>;

export type GroupOptions<Work, Result> = {
  /** Does the work of a group and returns a result each, in the same order. */
  readonly run: (key: string, works: readonly Work[]) => Promise<readonly Result[]>;
  readonly sizeOf: (work: Work) => number;
  /** A group is full at this size; a larger work is a group of its own. */
  readonly maxSize: number;
  /** How long the first work of a group waits for others. */
  readonly waitMs: number;
};

type Waiting<Work, Result> = {
  readonly work: Work;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * Groups work of concurrent requests, so that they share one transaction and one sync of the disk. Groups of one key run one after the
 * other; what arrives meanwhile is the next group.
 */
export function createGroups<Work, Result>(options: GroupOptions<Work, Result>): AddToGroup<Work, Result> {
  const queues = new Map<string, Waiting<Work, Result>[]>();
  const wake = new Map<string, () => void>();
  const serve = async (key: string, queue: Waiting<Work, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      if (sizeOf(queue, options) < options.maxSize) await pause(key);
      await runGroup(key, takeGroup(queue, options), options);
    }
    queues.delete(key);
  };
  const pause = (key: string): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, options.waitMs);
      wake.set(key, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  return (key, work) =>
    new Promise((resolve, reject) => {
      const known = queues.get(key);
      const queue = known ?? [];
      queue.push({ work, resolve, reject });
      if (known === undefined) {
        queues.set(key, queue);
        void serve(key, queue);
      } else if (sizeOf(queue, options) >= options.maxSize) wake.get(key)?.();
    });
}

function sizeOf<Work, Result>(
  queue: readonly Waiting<Work, Result>[],
  { sizeOf }: GroupOptions<Work, Result>,
): number {
  return queue.reduce((sum, { work }) => sum + sizeOf(work), 0);
}

function takeGroup<Work, Result>(
  queue: Waiting<Work, Result>[],
  { sizeOf, maxSize }: GroupOptions<Work, Result>,
): readonly Waiting<Work, Result>[] {
  let size = 0;
  const end = queue.findIndex(({ work }, index) => {
    size += sizeOf(work);
    return index > 0 && size > maxSize;
  });
  return queue.splice(0, end === -1 ? queue.length : end);
}

async function runGroup<Work, Result>(
  key: string,
  group: readonly Waiting<Work, Result>[],
  { run }: GroupOptions<Work, Result>,
): Promise<void> {
  try {
    const results = await run(
      key,
      group.map(({ work }) => work),
    );
    for (const [index, { resolve, reject }] of group.entries()) {
      const result = results[index];
      if (result === undefined) reject(new Error("a group has fewer results than works"));
      else resolve(result);
    }
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
