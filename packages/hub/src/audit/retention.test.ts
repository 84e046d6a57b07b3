import { expect, test } from "vitest";
import { HubSettingsSchema } from "../config/settings.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startTestHub, temporaryFolder } from "../test-hub.ts";
import { expireAll } from "./retention.ts";
import { conclude, logOf, receiptOf, verifierOf } from "./test-log.ts";

const day = 86_400_000;

test("bodies of agents' events are erased when they are too old, step by step, and proofs stay", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({}, folder);
  const verifier = await verifierOf(hub);
  const lines = logOf(2100);
  for (let at = 0; at < lines.length; at += 500) await receiptOf(hub, lines.slice(at, at + 500));
  const database = await openSqlite(`${folder}/hub.sqlite`);
  const settings = HubSettingsSchema.parse({ retentionDays: 30 });
  const running = new AbortController();
  const at = (days: number) => ({
    ...{ database, settings, now: () => Date.now() + days * day, stopping: running.signal, log: () => {} },
  });
  for (let days = 1; days <= 30; days++) expect(await expireAll(at(days - 0.5))).toBe(0);
  expect(await expireAll(at(31))).toBe(2100);
  expect(await expireAll(at(31))).toBe(0);
  const { count } = await database.read
    .selectFrom("events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("body", "is not", null)
    .where("stream", "!=", "hub")
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
  const changes = await database.read
    .selectFrom("events")
    .select("body")
    .where("stream", "=", "hub")
    .execute();
  expect(changes.filter(({ body }) => body?.includes('"audit-expired"')).length).toBeGreaterThanOrEqual(2);
  const part = lines.slice(0, 3);
  expect(conclude(await receiptOf(hub, part), part, { verifier })).toHaveProperty("head");
  running.abort();
  expect(await expireAll(at(90))).toBe(0);
  await database.close();
});
