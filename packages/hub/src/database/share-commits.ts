import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { hubLimits } from "../limits.ts";
import type { HubTransaction } from "./database.ts";
import type { Tables } from "./tables.ts";

export type Write = <Result>(work: (transaction: HubTransaction) => Promise<Result>) => Promise<Result>;

type Waiting = {
  /** Returns what to do once its changes are on the disk. */
  readonly run: (transaction: HubTransaction) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
};

/**
 * Runs writes one after the other. Those that wait while the disk is busy share the next commit, as syncing the disk takes most of the
 * time of a small change. Each one is undone by itself if it throws, and none is acknowledged before the commit.
 */
export function shareCommits(database: Kysely<Tables>): Write {
  const queue: Waiting[] = [];
  let isServing = false;
  const serve = async (): Promise<void> => {
    isServing = true;
    while (queue.length > 0) {
      // SQLite blocks while it works: requests that arrived meanwhile have not been read yet.
      await setImmediate();
      await commit(database, queue.splice(0, hubLimits.writesPerCommit));
    }
    isServing = false;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const run: Waiting["run"] = async (transaction) => {
        const result = await work(transaction);
        return () => resolve(result);
      };
      queue.push({ run, reject });
      if (!isServing) void serve();
    });
}

async function commit(database: Kysely<Tables>, group: readonly Waiting[]): Promise<void> {
  try {
    const settled = await database.transaction().execute(async (transaction) => {
      const [only] = group;
      if (only !== undefined && group.length === 1) return [await only.run(transaction)];
      const settle: (() => void)[] = [];
      for (const waiting of group) settle.push(await attempt(waiting, transaction));
      return settle;
    });
    for (const settle of settled) settle();
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/** If the savepoint cannot be restored, the whole group fails. */
async function attempt({ run, reject }: Waiting, transaction: HubTransaction): Promise<() => void> {
  await sql`savepoint one`.execute(transaction);
  try {
    const settle = await run(transaction);
    await sql`release one`.execute(transaction);
    return settle;
  } catch (error) {
    await sql`rollback to one`.execute(transaction);
    await sql`release one`.execute(transaction);
    return () => reject(error);
  }
}
