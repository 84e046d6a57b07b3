import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../test-hub.ts";
import { describeDatabase } from "./contract.ts";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import { isReachable, startPostgres } from "./test-postgres.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

describeDatabase("SQLite", () => openSqlite(`${temporaryFolder()}/hub.sqlite`));
if (postgres) describeDatabase("PostgreSQL", async () => openPostgres(await postgres.createDatabase()));
else test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});

test.runIf(postgres !== undefined && process.getuid?.() === 0)(
  "binaries that the unprivileged user cannot reach are copied",
  async () => {
    expect(isReachable("/")).toBe(true);
    expect(isReachable(temporaryFolder())).toBe(false);
    const copy = await startPostgres({ copies: true });
    const database = await openPostgres((await copy?.createDatabase()) ?? "");
    expect(await database.read.selectFrom("tenants").select("id").execute()).toEqual([{ id: "enterprise" }]);
    await database.close();
    await copy?.close();
  },
);

test("SQLite syncs each commit to disk, and what is written is there when it is opened again", async () => {
  const path = `${temporaryFolder()}/hub.sqlite`;
  const first = await openSqlite(path);
  await first.write("a", (transaction) =>
    transaction.insertInto("settings").values({ key: "k", value: "v" }).execute(),
  );
  await first.close();
  const second = await openSqlite(path);
  expect(await second.read.selectFrom("settings").selectAll().execute()).toEqual([{ key: "k", value: "v" }]);
  await second.close();
});
