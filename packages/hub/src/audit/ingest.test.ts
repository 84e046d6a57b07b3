import { auditReceiptSchema } from "@skillwright/core/registry";
import { afterAll, describe, expect, test } from "vitest";
import { startPostgres } from "../database/test-postgres.ts";
import { startTestHub, type TestHub } from "../test-hub.ts";
import { codeOf, conclude, logOf, nothingSeen, receiptOf, upload, verifierOf } from "./test-log.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

const databases: readonly (readonly [string, () => Promise<object>])[] = [
  ["SQLite", async () => ({})],
  ...(postgres ? [["PostgreSQL", async () => ({ database: await postgres.createDatabase() })] as const] : []),
];

const unlimited = { rateLimit: { perMinute: 1_000_000 } };

async function eventsOf(
  hub: TestHub,
  query = "",
): Promise<readonly { stream: string; sequence: number; leaf: number }[]> {
  const all: { stream: string; sequence: number; leaf: number }[] = [];
  let next: number | undefined;
  do {
    const before = next === undefined ? "" : `&before=${next}`;
    const response = await hub.send("GET", `/api/v1/audit?limit=200${query}${before}`, { token: hub.token });
    const page: { events: typeof all; next?: number } = JSON.parse(await response.text());
    all.push(...page.events);
    next = page.next;
  } while (next !== undefined);
  return all;
}

if (!postgres) test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});

describe.each(databases)("%s", (_, settings) => {
  const start = async (): Promise<TestHub> => startTestHub({ ...(await settings()), ...unlimited });

  test("every uploaded line gets a proof that an agent can verify, and each receipt continues the last one", async () => {
    const hub = await start();
    const verifier = await verifierOf(hub);
    const lines = logOf(700);
    let seen = nothingSeen;
    for (const [from, to] of [
      [0, 1],
      [1, 300],
      [300, 700],
    ] as const) {
      const part = lines.slice(from, to);
      const receipt = await receiptOf(hub, part, { since: seen.size });
      expect(receipt.sequence).toBe(to);
      const verdict = conclude(receipt, part, { verifier, seen });
      if (!("head" in verdict)) throw new Error(verdict.fault);
      seen = verdict.head;
    }
    // The hub's own first change is in the log too.
    expect(seen.size).toBe(701);
  });

  test("the same lines again change nothing and are proved again, also when they overlap with new ones", async () => {
    const hub = await start();
    const verifier = await verifierOf(hub);
    const lines = logOf(50);
    await receiptOf(hub, lines.slice(0, 20));
    await receiptOf(hub, logOf(5, "other"), { stream: "t" });
    for (const [from, to] of [
      [0, 20],
      [10, 30],
      [0, 50],
      [49, 50],
    ] as const) {
      const part = lines.slice(from, to);
      expect(conclude(await receiptOf(hub, part), part, { verifier })).toHaveProperty("head");
    }
    const events = await eventsOf(hub, "&stream=s");
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 50 }, (__, index) => 50 - index),
    );
  });

  test("random batches of several agents at once, repeated and out of order, are stored once and in order", async () => {
    const hub = await start();
    const verifier = await verifierOf(hub);
    const streams = ["a", "b", "c"].map((stream) => ({ stream, lines: logOf(120, stream) }));
    const random = createRandom(7);
    await Promise.all(
      streams
        .flatMap((one) => [one, one])
        .map(async ({ stream, lines }) => {
          // Two uploaders for each log: whoever is late repeats, whoever is early has a gap and starts where the hub is.
          let next = 0;
          while (next < lines.length) {
            const from = Math.max(0, next - random(5));
            const part = lines.slice(from, from + 1 + random(30));
            const response = await upload(hub, part, { stream });
            if (response.status === 200) {
              expect(
                conclude(auditReceiptSchema.parse(await response.json()), part, { verifier, stream }),
              ).toHaveProperty("head");
              next = Math.max(next, from + part.length);
            } else expect(await codeOf(response)).toBe("AUDIT_GAP");
          }
        }),
    );
    const events = await eventsOf(hub);
    for (const { stream } of streams) {
      const own = events.filter((event) => event.stream === stream).toReversed();
      expect(own.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 120 }, (__, index) => index + 1),
      );
    }
    expect(events.map(({ leaf }) => leaf).toReversed()).toEqual(events.map((__, index) => index));
    const check = await hub.send("GET", "/api/v1/audit/integrity?from=0&count=1000", { token: hub.token });
    expect(await check.json()).toMatchObject({ sound: true, size: 361, checked: { from: 0, to: 361 } });
  });

  test("gaps, forks and rolled-back logs are refused with their codes, and nothing of them is stored", async () => {
    const hub = await start();
    const lines = logOf(10);
    const other = logOf(10, "another history");
    expect(await codeOf(await upload(hub, lines.slice(1, 3)))).toBe("AUDIT_GAP");
    await receiptOf(hub, lines.slice(0, 5));
    expect(await codeOf(await upload(hub, lines.slice(6)))).toBe("AUDIT_GAP");
    expect(await codeOf(await upload(hub, other.slice(0, 5)))).toBe("AUDIT_FORK");
    expect(await codeOf(await upload(hub, other.slice(0, 8)))).toBe("AUDIT_FORK");
    expect(await codeOf(await upload(hub, other.slice(5, 8)))).toBe("AUDIT_FORK");
    expect(await codeOf(await upload(hub, lines.slice(5), { since: 10_000 }))).toBe("AUDIT_ROLLED_BACK");
    expect(await eventsOf(hub, "&stream=s")).toHaveLength(5);
  });

  test("usage counts activations, denials, failures and durations, and names what is never used", async () => {
    const hub = await start();
    await receiptOf(hub, logOf(9));
    const response = await hub.send("GET", "/api/v1/usage?days=1", { token: hub.token });
    const skill = {
      skill: "pdf",
      activations: 0,
      refusals: 0,
      calls: 9,
      denials: 0,
      failures: 3,
      agents: 1,
      meanMs: 10,
    };
    expect(await response.json()).toEqual({ version: 1, days: 1, skills: [skill], unused: [] });
    const hours: { hours: readonly { calls: number }[] } = JSON.parse(
      await (await hub.send("GET", "/api/v1/usage/pdf", { token: hub.token })).text(),
    );
    expect(hours.hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(9);
  });
});

/** The same numbers each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
