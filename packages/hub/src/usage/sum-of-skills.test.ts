import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { createLog, receiptOf, sampleSkill } from "../audit/test-log.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { hoursOfSkill } from "./usage-routes.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

const databases = [
  ["SQLite", async () => ({})],
  ...(postgres ? [["PostgreSQL", async () => ({ database: await postgres.createDatabase() })] as const] : []),
] as const;
if (!postgres) test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});

const [hour, day] = [3_600_000, 86_400_000];
// In the middle of an hour in the middle of a day, so that the first day of every report is one in part.
const now = Date.parse("2026-03-20T13:30:00Z");

/** Calls of two agents with three skills, one every 50 minutes of the last month. */
const calls = Array.from({ length: 900 }, (_, index) => ({
  time: now - index * 50 * 60_000,
  skill: `skill-${index % 3}`,
  agent: `agent-${index % 5 === 0 ? 1 : 0}`,
  ok: index % 7 !== 0,
}));

async function upload(hub: TestHub): Promise<void> {
  for (const agent of ["agent-0", "agent-1"]) {
    const log = createLog();
    for (const [index, { time, skill, ok }] of calls.filter((call) => call.agent === agent).entries())
      log.add({
        ...{ time: new Date(time).toISOString(), session: "s", user: "ana", event: "tool-call-finished" },
        ...{
          call: String(index),
          tool: "Bash",
          skills: [{ ...sampleSkill, name: skill }],
          ok,
          durationMs: index,
        },
      });
    for (let at = 0; at < log.lines.length; at += 300)
      await receiptOf(hub, log.lines.slice(at, at + 300), { stream: agent, agent });
  }
}

test.each(databases)("with %s, usage of any number of days counts each hour once", async (_, settings) => {
  const hub = await startTestHub(await settings(), temporaryFolder(), () => now);
  await upload(hub);
  for (const days of [1, 2, 3, 7, 29, 30]) {
    const since = Math.floor((now - days * day) / hour) * hour;
    const expected = [0, 1, 2].map((number) => {
      const used = calls.filter(({ time, skill }) => time >= since && skill === `skill-${number}`);
      return {
        ...{ skill: `skill-${number}`, calls: used.length, failures: used.filter(({ ok }) => !ok).length },
        agents: new Set(used.map(({ agent }) => agent)).size,
      };
    });
    const answer = await hub.send("GET", `/api/v1/usage?days=${days}`, { token: hub.token });
    const { skills }: { readonly skills: readonly { readonly skill: string }[] } = JSON.parse(
      await answer.text(),
    );
    expect(
      skills.toSorted((a, b) => (a.skill < b.skill ? -1 : 1)),
      `${days} days`,
    ).toMatchObject(expected);
  }
});

test("the hours of one skill are read from its own index, whatever other skills are used", async () => {
  const path = `${temporaryFolder()}/hub.sqlite`;
  const database = await openSqlite(path);
  const { sql } = hoursOfSkill(database.read, { tenant: "enterprise", name: "pdf", since: 1 }).compile();
  await database.close();
  const [step] = new DatabaseSync(path).prepare(`explain query plan ${sql}`).all();
  expect(step?.detail).toContain("(tenant=? AND skill=? AND hour>?)");
});
