import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../database/open-sqlite.ts";
import { temporaryFolder } from "../test-hub.ts";
import { type EventFilter, selectEvents } from "./query-events.ts";

/** How SQLite would run a query. */
async function planOf(filter: EventFilter, oldest: number): Promise<string> {
  const path = `${temporaryFolder()}/hub.sqlite`;
  const database = await openSqlite(path);
  const span = { tenant: "enterprise", filter, limit: 10, newest: 10_000_000, oldest };
  const { sql } = selectEvents(database.read, span).compile();
  await database.close();
  const [step] = new DatabaseSync(path).prepare(`explain query plan ${sql}`).all();
  return String(step?.detail);
}

test.each([
  [{ skill: "pdf" }, "skill"],
  [{ user: "ana" }, "person"],
  [{ session: "s" }, "session"],
] as const)("events of %j are read from their own index, however long the log is", async (filter, column) => {
  const plan = await planOf(filter, 0);
  expect(plan).toContain(`events_by_tenant_${column}_leaf (tenant=? AND ${column}=? AND leaf<?)`);
});

test("events without an index are looked for in a bounded part of the log", async () => {
  expect(await planOf({ outcome: "denied" }, 100)).toContain(
    "events_by_tenant_leaf (tenant=? AND leaf>? AND leaf<?)",
  );
});
