import { expect, test } from "vitest";
import { HubSettingsSchema } from "../config/settings.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startTestHub, temporaryFolder } from "../test-hub.ts";
import { expireAll } from "./retention.ts";
import { logOf, receiptOf } from "./test-log.ts";

const [hour, day] = [3_600_000, 86_400_000];

async function startLog() {
  const folder = temporaryFolder();
  const clock = { time: Date.parse("2026-03-01T00:00:00Z") };
  const hub = await startTestHub({}, folder, () => clock.time);
  await receiptOf(hub, logOf(3));
  const database = await openSqlite(`${folder}/hub.sqlite`);
  const logged: string[] = [];
  const parts = {
    ...{ database, settings: HubSettingsSchema.parse({ retentionDays: 30 }), now: () => clock.time },
    ...{ stopping: new AbortController().signal, log: ({ event }: { event: string }) => logged.push(event) },
  };
  /** Looks once an hour for so many hours; returns how many bodies were erased. */
  const look = async (hours: number): Promise<number> => {
    let erased = 0;
    for (let index = 0; index < hours; index++) {
      clock.time += hour;
      erased += await expireAll(parts);
    }
    return erased;
  };
  return { hub, clock, logged, look, close: () => database.close() };
}

test("a clock that jumps years ahead erases nothing, and nothing is lost once it is right again", async () => {
  const { hub, clock, logged, look, close } = await startLog();
  expect(await look(2)).toBe(0);
  clock.time += 3650 * day;
  expect(await look(3)).toBe(0);
  expect(logged).toEqual(Array(3).fill("clock-jumped"));
  // What arrives meanwhile says that it is from that time.
  await receiptOf(hub, logOf(3), { stream: "t" });
  expect(await look(3)).toBe(0);
  clock.time -= 3650 * day;
  expect(await look(24)).toBe(0);
  // Later entries of the right time do not make those of the wrong time look old.
  await receiptOf(hub, logOf(3), { stream: "u" });
  expect(await look(24 * 29 - 12)).toBe(0);
  expect(await look(24)).toBe(3);
  expect(await look(24)).toBe(6);
  await close();
});

test("two jumps one after the other, and a clock that stands still, do not count as a clock that is right", async () => {
  const { clock, look, close } = await startLog();
  for (let jump = 0; jump < 10; jump++) {
    clock.time += 5 * day;
    expect(await look(5)).toBe(0);
  }
  for (let times = 0; times < 30; times++) {
    clock.time -= hour;
    expect(await look(1)).toBe(0);
  }
  await close();
});

test("a hub that was off for a long time erases what is due once its clock has held for a day", async () => {
  const { clock, look, close } = await startLog();
  clock.time += 100 * day;
  expect(await look(24)).toBe(0);
  expect(await look(2)).toBe(3);
  await close();
});
