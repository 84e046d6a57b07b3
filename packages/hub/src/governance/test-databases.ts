import { afterAll, test } from "vitest";
import { startPostgres } from "../database/test-postgres.ts";
import type { GovernedOptions } from "./test-governance.ts";

/** Both databases, for `describe.each`. PostgreSQL is left out, visibly, where it cannot run. */
export async function openDatabases(): Promise<
  readonly (readonly [string, () => Promise<GovernedOptions>])[]
> {
  const postgres = await startPostgres();
  afterAll(() => postgres?.close());
  if (postgres === undefined) {
    test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});
    return [["SQLite", async () => ({})]];
  }
  return [
    ["SQLite", async () => ({})],
    ["PostgreSQL", async () => ({ postgres: await postgres.createDatabase() })],
  ];
}
