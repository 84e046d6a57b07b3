import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Announcement, HubDatabase, HubTransaction } from "./database.ts";

/** What every database of a hub must do. */
export function describeDatabase(name: string, open: () => Promise<HubDatabase>): void {
  describe(name, () => {
    let database: HubDatabase;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database?.close());

    test("numbers, nulls, texts and bytes come back unchanged", async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      const created_at = 1_792_000_000_000;
      await database.write("a", async (transaction) => {
        await transaction
          .insertInto("blobs")
          .values({ digest: "é'\"🙂", size: Number.MAX_SAFE_INTEGER, bytes, created_at })
          .execute();
        await transaction
          .insertInto("people")
          .values({
            ...{ id: "p", name: "", email: null, issuer: null, subject: null },
            ...{ created_at, disabled_at: null },
          })
          .execute();
      });
      const [row] = await database.read.selectFrom("blobs").selectAll().execute();
      expect({ ...row, bytes: Uint8Array.from(row?.bytes ?? []) }).toEqual({
        ...{ digest: "é'\"🙂", size: Number.MAX_SAFE_INTEGER, bytes, created_at },
      });
      const person = await database.read.selectFrom("people").selectAll().executeTakeFirst();
      expect(person?.email).toBeNull();
    });

    test("a transaction that throws leaves nothing behind", async () => {
      const work = database.write("a", async (transaction) => {
        await transaction.insertInto("settings").values({ key: "lost", value: "" }).execute();
        throw new Error("stop");
      });
      await expect(work).rejects.toThrow("stop");
      const rows = await database.read.selectFrom("settings").where("key", "=", "lost").selectAll().execute();
      expect(rows).toEqual([]);
    });

    test("writers of one tenant run one after the other: numbers have no gaps and no repetitions", async () => {
      const next = (): Promise<number> =>
        database.write("counted", async (transaction) => {
          const { last } = await transaction
            .selectFrom("states")
            .select(({ fn }) => fn.max("sequence").as("last"))
            .where("tenant", "=", "counted")
            .executeTakeFirstOrThrow();
          const sequence = Number(last ?? 0) + 1;
          await transaction
            .insertInto("states")
            .values({ tenant: "counted", sequence, document: "", issued_at: 0, expires_at: 0 })
            .execute();
          return sequence;
        });
      const numbers = await Promise.all(Array.from({ length: 20 }, next));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    test("a writer of everything runs alone", async () => {
      const running = new Set<string>();
      const met: string[] = [];
      const work =
        (name: string) =>
        async (transaction: HubTransaction): Promise<void> => {
          running.add(name);
          await transaction.selectFrom("settings").selectAll().execute();
          if (name === "all" || running.has("all")) met.push(...[...running].filter((one) => one !== "all"));
          await transaction.selectFrom("settings").selectAll().execute();
          running.delete(name);
        };
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          index % 4 === 0 ? database.writeAll(work("all")) : database.write(`t${index}`, work(`t${index}`)),
        ),
      );
      expect(met).toEqual([]);
    });

    test("reading does not wait for a transaction, and does not see what is not committed", async () => {
      await database.write("a", async (transaction) => {
        await transaction.insertInto("settings").values({ key: "seen", value: "" }).execute();
        const rows = await database.read
          .selectFrom("settings")
          .where("key", "=", "seen")
          .selectAll()
          .execute();
        expect(rows).toEqual([]);
      });
      const rows = await database.read.selectFrom("settings").where("key", "=", "seen").selectAll().execute();
      expect(rows).toHaveLength(1);
    });

    test("announcements reach subscribers until they unsubscribe", async () => {
      const seen: Announcement[] = [];
      const first = new Promise<void>((resolve) => {
        const unsubscribe = database.subscribe((message) => {
          seen.push(message);
          unsubscribe();
          resolve();
        });
      });
      await database.announce({ tenant: "a", sequence: 1 });
      await first;
      const second = new Promise<Announcement>((resolve) => database.subscribe(resolve));
      await database.announce({ tenant: "a", sequence: 2 });
      expect(await second).toEqual({ tenant: "a", sequence: 2 });
      expect(seen).toEqual([{ tenant: "a", sequence: 1 }]);
    });
  });
}
