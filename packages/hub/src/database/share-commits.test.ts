import { expect, test } from "vitest";
import { temporaryFolder } from "../test-hub.ts";
import { openSqlite } from "./open-sqlite.ts";

test("writes that wait share a commit; one that throws is undone by itself", async () => {
  const database = await openSqlite(`${temporaryFolder()}/hub.sqlite`);
  const revisions = new Set<number | undefined>();
  const add = (number: number): Promise<void> =>
    database.write("a", async (transaction) => {
      await transaction
        .insertInto("settings")
        .values({ key: `key ${number}`, value: "" })
        .execute();
      revisions.add(database.revision());
      if (number % 5 === 0) throw new Error(`refused ${number}`);
    });
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => add(index)));
  const rows = await database.read.selectFrom("settings").select("key").execute();
  await database.close();
  const kept = results.flatMap(({ status }, index) => (status === "fulfilled" ? [`key ${index}`] : []));
  expect(kept).toHaveLength(32);
  expect(rows.map(({ key }) => key).toSorted()).toEqual(kept.toSorted());
  expect(revisions.size).toBe(1);
});

test("no write is acknowledged before its group is committed", async () => {
  const database = await openSqlite(`${temporaryFolder()}/hub.sqlite`);
  const seen = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const key = `key ${index}`;
      await database.write("a", (transaction) =>
        transaction.insertInto("settings").values({ key, value: "" }).execute(),
      );
      return database.read.selectFrom("settings").select("key").where("key", "=", key).execute();
    }),
  );
  await database.close();
  expect(seen.map((rows) => rows.length)).toEqual(Array.from({ length: 10 }, () => 1));
});
