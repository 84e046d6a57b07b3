import { type Kysely, sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../test-hub.ts";
import type { HubDatabase } from "./database.ts";
import { migrate, migrationNames } from "./migrations.ts";
import { connectPostgres } from "./open-postgres.ts";
import { connectSqlite } from "./open-sqlite.ts";
import type { Tables } from "./tables.ts";
import { startPostgres } from "./test-postgres.ts";

// Every version that a database can have is a starting point: a new step takes part by being in the table of steps.

const postgres = await startPostgres();
afterAll(() => postgres?.close());

describeMigrations("sqlite", async () =>
  connectSqlite(`${temporaryFolder()}/hub.sqlite`, { readOnly: false }),
);
if (postgres) describeMigrations("postgres", async () => connectPostgres(await postgres.createDatabase()));
else test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});

function describeMigrations(kind: HubDatabase["kind"], open: () => Promise<Kysely<Tables>>): void {
  describe(kind, () => {
    test("steps are named in their order", () => {
      expect(migrationNames).toEqual(migrationNames.toSorted());
    });

    test.each(migrationNames)(
      "from %s to the newest: the same tables as a new database, and the data is kept",
      async (name) => {
        const [old, fresh] = [await open(), await open()];
        await migrate(old, kind, name);
        await sql`insert into settings (key, value) values ('kept', 'é''"🙂')`.execute(old);
        await migrate(old, kind);
        await migrate(fresh, kind);
        expect(await shapeOf(old, kind)).toEqual(await shapeOf(fresh, kind));
        expect(await old.selectFrom("settings").selectAll().execute()).toEqual([
          { key: "kept", value: "é'\"🙂" },
        ]);
        expect(await old.selectFrom("tenants").select("id").execute()).toEqual([{ id: "enterprise" }]);
        await Promise.all([old.destroy(), fresh.destroy()]);
      },
    );

    test("ids of agents keep their owners: who confirmed, or else who first uploaded", async () => {
      const database = await open();
      await migrate(database, kind, "0007-tools-and-rules");
      await sql`insert into agents (tenant, id, name, program, environment, seen_at, sequence, owner) values
        ('t', 'confirmed', '', '', '', 1, 1, 'ann'), ('t', 'released', '', '', '', 1, 1, null)`.execute(
        database,
      );
      await sql`insert into streams (tenant, stream, agent, sequence, hash, started_at, owner) values
        ('t', 'a', 'confirmed', 1, '', 1, 'eve'), ('t', 'b', 'uploaded', 1, '', 2, 'ann'),
        ('t', 'c', 'uploaded', 1, '', 3, 'abe'), ('t', 'd', 'released', 1, '', 1, null)`.execute(database);
      await migrate(database, kind);
      expect(await database.selectFrom("agent_owners").selectAll().orderBy("id").execute()).toEqual([
        { tenant: "t", id: "confirmed", owner: "ann" },
        { tenant: "t", id: "uploaded", owner: "ann" },
      ]);
      await database.destroy();
    });

    test("migrating again changes nothing, and hubs that start together do it once", async () => {
      const database = await open();
      await migrate(database, kind);
      const before = await shapeOf(database, kind);
      await Promise.all([migrate(database, kind), migrate(database, kind)]);
      expect(await shapeOf(database, kind)).toEqual(before);
      await database.destroy();
    });

    test("a database that a newer hub has changed is refused and stays as it is", async () => {
      const database = await open();
      await migrate(database, kind);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099')`.execute(
        database,
      );
      const before = await shapeOf(database, kind);
      await expect(migrate(database, kind)).rejects.toMatchObject({ code: "hub-unable" });
      expect(await shapeOf(database, kind)).toEqual(before);
      await database.destroy();
    });
  });
}

/** Tables with their columns and indexes, in an order that does not depend on how they were made. */
async function shapeOf(database: Kysely<Tables>, kind: HubDatabase["kind"]): Promise<unknown> {
  const tables = await database.introspection.getTables();
  const indexes =
    kind === "sqlite"
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(database)
      : await sql<{
          name: string;
        }>`select indexdef as name from pg_indexes where schemaname = 'public'`.execute(database);
  return {
    tables: tables
      .map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => `${column.name} ${column.dataType} ${column.isNullable}`).toSorted(),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    indexes: indexes.rows.map(({ name }) => name).toSorted(),
  };
}
