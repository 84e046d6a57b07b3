import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../database/open-sqlite.ts";
import { temporaryFolder } from "../test-hub.ts";
import { selectTiles } from "./audit-tree.ts";

test("tiles of several levels are found by their places, however many tiles the log has", async () => {
  const path = `${temporaryFolder()}/hub.sqlite`;
  const database = await openSqlite(path);
  const places = [
    { level: 0, tile: 4 },
    { level: 0, tile: 7 },
    { level: 1, tile: 0 },
    { level: 2, tile: 0 },
  ];
  const { sql } = selectTiles(database.read, "enterprise", places).compile();
  await database.close();
  const steps = new DatabaseSync(path).prepare(`explain query plan ${sql}`).all();
  const searches = steps.map(({ detail }) => String(detail)).filter((detail) => detail.includes("tiles"));
  expect(searches.length).toBeGreaterThan(0);
  for (const search of searches) expect(search).toContain("(tenant=? AND level=? AND tile=?)");
});
