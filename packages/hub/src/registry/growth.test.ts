import { generateKeyPairSync } from "node:crypto";
import { CompiledQuery, type KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { createIngest } from "../audit/ingest.ts";
import { HubSettingsSchema } from "../config/settings.ts";
import { loadDashboard } from "../dashboard/dashboard.ts";
import type { HubDatabase } from "../database/database.ts";
import type { VersionRow } from "../database/tables.ts";
import { createMetrics } from "../http/metrics.ts";
import type { Hub } from "../hub.ts";
import { createStateEvents } from "../state/state-events.ts";
import { temporaryFolder } from "../test-hub.ts";
import { selectChanges, selectVersions } from "./library-entries.ts";
import { readSkillRoute } from "./read-skill.ts";
import { createRegistry } from "./registry.ts";
import { searchRoutes } from "./search-skills.ts";
import { startTestRegistry } from "./test-registry.ts";

// Counts queries and rows instead of measuring time: what other skills there are must not matter to one request.

type Counted = { readonly hub: Hub; count(): { readonly queries: number; readonly rows: number } };

function countQueries(database: HubDatabase): Counted {
  const key = { id: "key:none", privateKey: generateKeyPairSync("ed25519").privateKey };
  let [queries, rows] = [0, 0];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  };
  const counting = { ...database, read: database.read.withPlugin(plugin) };
  const registry = createRegistry({
    database: counting,
    trustRoot: undefined,
    cacheFolder: temporaryFolder(),
    now: Date.now,
  });
  const metrics = createMetrics();
  const stopping = new AbortController().signal;
  const stateEvents = createStateEvents({ database, metrics, stopping });
  const hub: Hub = {
    ...{ database: counting, settings: HubSettingsSchema.parse({}), now: Date.now, key, registry },
    openId: undefined,
    ...{
      log: () => undefined,
      metrics,
      stateEvents,
      activity: stateEvents,
      confirmations: stateEvents,
      stopping,
    },
    dashboard: loadDashboard(),
    ingest: createIngest({ database: counting, key, now: Date.now }),
  };
  return {
    hub,
    count: () => {
      const counted = { queries, rows };
      [queries, rows] = [0, 0];
      return counted;
    },
  };
}

async function addOthers(database: HubDatabase, count: number): Promise<void> {
  await database.write("enterprise", async (transaction) => {
    const [version] = await transaction.selectFrom("versions").selectAll().execute();
    const [skill] = await transaction.selectFrom("skills").selectAll().execute();
    if (version === undefined || skill === undefined) throw new Error("publish first");
    await transaction
      .insertInto("skills")
      .values({ ...skill, name: "other" })
      .execute();
    for (let at = 0; at < count; at++) {
      const row: VersionRow = { ...version, name: "other", version: `1.0.${at}` };
      await transaction.insertInto("versions").values(row).execute();
    }
  });
}

test("the document of a skill takes the same queries and rows with 1,000 versions of others", async () => {
  const registry = await startTestRegistry();
  await registry.publish({});
  await registry.send("PUT", "/api/v1/skills/pdf", { token: registry.token, body: { visibility: "public" } });
  const { hub, count } = countQueries(registry.database);
  const read = async () => {
    const request = new Request("http://hub.test/api/v1/skills/pdf");
    const call = { hub, principal: undefined, tenant: "enterprise", params: { name: "pdf" }, request };
    expect(
      (await readSkillRoute.run({ ...call, rawQuery: {}, rawBody: undefined, address: "" })).status,
    ).toBe(200);
    return count();
  };
  const before = await read();
  expect(before).toEqual({ queries: 4, rows: 2 });
  await addOthers(registry.database, 1000);
  expect(await read()).toEqual(before);
});

test("a search asks the database one question while nothing changes, and reads only the skill that changed", async () => {
  const registry = await startTestRegistry();
  for (const name of ["a", "b", "c", "d"]) await registry.publish({ name });
  const { hub, count } = countQueries(registry.database);
  const [searchRoute] = searchRoutes;
  const search = async () => {
    const call = {
      hub,
      principal: undefined,
      tenant: "enterprise",
      params: {},
      rawBody: undefined,
      address: "",
    };
    const request = new Request("http://hub.test/api/v1/search");
    await searchRoute?.run({ ...call, request, rawQuery: { q: "files" } });
    return count();
  };
  await search();
  expect(await search()).toEqual({ queries: 1, rows: 1 });
  await registry.publish({ name: "b", version: "1.1.0", body: "# New\n" });
  // Streams, changed names twice, then the skill, its two versions, their content, what the latest asks for, and revocations.
  expect(await search()).toEqual({ queries: 8, rows: 7 });
});

test("changed skills are found in the hub's own stream, however many events agents have sent", async () => {
  const { database } = await startTestRegistry();
  const { sql } = selectChanges(database.read, "enterprise", 1).compile();
  const [step] = (
    await database.read.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, ["enterprise", "hub", 1, 200]),
    )
  ).rows;
  expect(step?.detail).toContain("(tenant=? AND stream=? AND sequence>?)");
});

test("the latest versions of many skills are found by their keys, however many versions there are", async () => {
  const { database } = await startTestRegistry();
  const places = ["a", "b", "c"].map((name) => ({ name, version: "1.0.0" }));
  const { sql, parameters } = selectVersions(database.read, "enterprise", places).compile();
  const [step] = (
    await database.read.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
  ).rows;
  expect(step?.detail).toContain("(tenant=? AND name=? AND version=?)");
});
