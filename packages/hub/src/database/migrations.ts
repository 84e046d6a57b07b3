import { SkillError } from "@skillwright/core";
import { type CreateIndexBuilder, type CreateTableBuilder, type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { HubDatabase } from "./database.ts";
import { firstTables, type TablePlan } from "./first-tables.ts";
import { addedColumns, agentOwners, dailyRollups, refusedCalls } from "./later-tables.ts";
import type { Tables } from "./tables.ts";

/** Column types that the two databases name differently. */
type ColumnTypes = { readonly integer: "bigint" | "integer"; readonly bytes: "bytea" | "blob" };

const columnTypes: Readonly<Record<HubDatabase["kind"], ColumnTypes>> = {
  sqlite: { integer: "integer", bytes: "blob" },
  postgres: { integer: "bigint", bytes: "bytea" },
};

/** Brings the tables up to date. Migrations only go forward; a database of a newer hub is refused. */
export async function migrate(
  database: Kysely<Tables>,
  kind: HubDatabase["kind"],
  upTo?: string,
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Migration] => [
      name,
      { up: (db) => step(db, columnTypes[kind]) },
    ]),
  );
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error === undefined) return;
  await refuseNewer(database);
  throw error;
}

async function refuseNewer(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  const unknown = rows.find(({ name }) => !migrationNames.includes(name));
  if (unknown === undefined) return;
  throw new SkillError("hub-unable", {
    reason: `a newer version of Skillwright has changed its database (${unknown.name}). Update this one`,
  });
}

/** A step knows tables of the past, which no type describes. */
type Step = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

/** In order of their names. A step that was released is never changed; a change is a new step. */
const steps: Readonly<Record<string, Step>> = {
  "0001-start": async (db, types) => {
    for (const [name, plan] of Object.entries(firstTables)) await createTable(db, { name, plan, types });
    await sql`insert into tenants (id, name, created_at) values ('enterprise', 'Enterprise', 0)`.execute(db);
  },
  "0002-token-parents": async (db) => {
    await db.schema.alterTable("tokens").addColumn("parent", "text").execute();
    // A token with a role of its own names itself as the creator. Of those that act for a person, no one knows which it was.
    await sql`update tokens set parent = substr(created_by, 7) where created_by like 'token:%'`.execute(db);
    await indexOf(db, "tokens", ["parent"]).execute();
  },
  "0003-publishers": async (db) => {
    // A revoked publisher is looked for in every tenant, each time a state document is issued.
    await indexOf(db, "versions", ["publisher"]).execute();
    await indexOf(db, "versions", ["name"]).execute();
  },
  "0004-homes": async (db) => {
    await db.schema.alterTable("people").addColumn("home", "text").execute();
  },
  "0005-confirmed-deployments": async (db) => {
    await db.schema.alterTable("deployments").addColumn("sequences", "text").execute();
  },
  "0006-drafts": async (db, types) => {
    const plan: TablePlan = {
      columns: {
        ...{ tenant: "text", author: "text", name: "text", version: "text", base: "text?" },
        ...{ text: "text", changed_at: "integer" },
      },
      key: ["tenant", "author", "name"],
    };
    await createTable(db, { name: "drafts", plan, types });
  },
  // Events from before have no tool, and refused calls are counted from now on.
  "0007-tools-and-rules": async (db, types) => {
    for (const name of Object.keys(addedColumns.events))
      await db.schema.alterTable("events").addColumn(name, "text").execute();
    await createTable(db, { name: "refused_calls", plan: refusedCalls, types });
  },
  "0008-agent-owners": async (db, types) => {
    await createTable(db, { name: "agent_owners", plan: agentOwners, types });
    await sql`insert into agent_owners (tenant, id, owner)
      select tenant, id, owner from agents where owner is not null`.execute(db);
    // Agents that have only uploaded logs: whoever started the first one.
    await sql`insert into agent_owners (tenant, id, owner)
      select tenant, agent, min(owner) from streams
      where owner is not null and not exists (select 1 from streams as earlier where earlier.tenant = streams.tenant
        and earlier.agent = streams.agent and earlier.owner is not null and earlier.started_at < streams.started_at)
      group by tenant, agent
      on conflict (tenant, id) do nothing`.execute(db);
    await db.schema.alterTable("agents").dropColumn("owner").execute();
  },
  "0009-daily-rollups": async (db, types) => {
    await createTable(db, { name: "daily_rollups", plan: dailyRollups, types });
    await sql`insert into daily_rollups
        (tenant, day, skill, agent, activations, refusals, calls, denials, failures, duration_ms)
      select tenant, hour / 24, skill, agent, sum(activations), sum(refusals), sum(calls), sum(denials), sum(failures),
        sum(duration_ms)
      from rollups group by tenant, hour / 24, skill, agent`.execute(db);
    await indexOf(db, "rollups", ["tenant", "skill", "hour"]).execute();
  },
};

/** Every step, for tests that start from an earlier one. */
export const migrationNames: readonly string[] = Object.keys(steps);

type NewTable = { readonly name: string; readonly plan: TablePlan; readonly types: ColumnTypes };

async function createTable(db: Kysely<unknown>, { name, plan, types }: NewTable): Promise<void> {
  const dataTypes = { text: "text", ...types } as const;
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, type] of Object.entries(plan.columns)) {
    const isOptional = type.endsWith("?");
    const plain = (isOptional ? type.slice(0, -1) : type) as "text" | "integer" | "bytes";
    table = table.addColumn(column, dataTypes[plain], (one) => (isOptional ? one : one.notNull()));
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, [...plan.key]).execute();
  for (const columns of plan.indexes ?? []) await indexOf(db, name, columns).execute();
  for (const columns of plan.unique ?? []) await indexOf(db, name, columns).unique().execute();
}

function indexOf(db: Kysely<unknown>, table: string, columns: readonly string[]): CreateIndexBuilder<string> {
  return db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns([...columns]);
}
