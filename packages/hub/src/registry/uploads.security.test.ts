import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openPostgres } from "../database/open-postgres.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { hubLimits } from "../limits.ts";
import { readUpload, sha256Of, storeBlob, storeUpload } from "./uploads.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

test.skipIf(postgres === undefined)(
  "removing old bytes takes none away that another hub is storing at the same time",
  async () => {
    const address = (await postgres?.createDatabase()) ?? "";
    const [first, second] = [await openPostgres(address), await openPostgres(address)];
    const bytes = Buffer.from("sent twice");
    const digest = sha256Of(bytes);
    const now = Date.now();
    const later = now + hubLimits.uploadMs + 1000;
    await storeUpload(first, bytes, { tenant: "red", principal: "token:old", now });
    const upload = { tenant: "blue", principal: "token:new" };
    let sweeping: Promise<string> | undefined;
    await first.write("blue", async (transaction) => {
      await storeBlob(transaction, { digest, bytes, now: later });
      await transaction
        .insertInto("uploads")
        .values({ ...upload, digest, created_at: later })
        .execute();
      let isSwept = false;
      sweeping = storeUpload(second, Buffer.from("other"), {
        tenant: "red",
        principal: "token:x",
        now: later,
      });
      void sweeping.finally(() => {
        isSwept = true;
      });
      // Until the other hub has finished, or waits for this transaction.
      while (!isSwept && !(await isWaiting(first.read))) await new Promise(setImmediate);
    });
    await sweeping;
    expect(Buffer.from((await readUpload(first.read, digest, upload)) ?? []).toString()).toBe("sent twice");
    const old = { tenant: "red", principal: "token:old" };
    expect(await readUpload(first.read, digest, old)).toBeUndefined();
    await Promise.all([first.close(), second.close()]);
  },
);

async function isWaiting(database: Parameters<ReturnType<typeof sql>["execute"]>[0]): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database);
  return rows.length > 0;
}
