import { createConnection } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../database/open-sqlite.ts";
import { startGovernedHub } from "../governance/test-governance.ts";
import { createMetrics } from "../http/metrics.ts";
import { temporaryFolder } from "../test-hub.ts";
import { createEventStreams } from "./event-streams.ts";
import { createStateEvents } from "./state-events.ts";

const limits = { eventStreams: 3, eventStreamsEach: 2, eventBacklog: 4, eventBeats: 3 };

async function numbers(stream: ReadableStream<Uint8Array>, count: number): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const chunk of stream) {
    found.push(
      ...[...new TextDecoder().decode(chunk).matchAll(/"sequence":(\d+)/g)].map(([, one]) => Number(one)),
    );
    if (found.length >= count) break;
  }
  return found;
}

test("a follower gets the newest number first and then every newer one, never an older one", async () => {
  const streams = createEventStreams(() => {}, limits);
  const stream = streams.open({ tenant: "red", who: "a", sequence: 5 });
  for (const sequence of [4, 5, 6, 6, 3, 8]) streams.announce("red", sequence);
  streams.announce("blue", 9);
  streams.close();
  expect(stream && (await numbers(stream, 10))).toEqual([5, 6, 8]);
  expect([streams.count(), streams.tenants()]).toEqual([0, []]);
});

test("one token, and all together, have only so many streams; a stream that ends makes room", async () => {
  const streams = createEventStreams(() => {}, limits);
  const open = (who: string) => streams.open({ tenant: "red", who, sequence: 1 });
  const first = open("a");
  expect([open("a"), open("a"), open("b"), open("c")].map((one) => one !== undefined)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  await first?.cancel();
  expect(open("c")).toBeDefined();
});

test("a stream ends after a while, so that nobody follows for ever with credentials that are over", async () => {
  const streams = createEventStreams(() => {}, limits);
  const old = streams.open({ tenant: "red", who: "a", sequence: 1 });
  for (const _ of [1, 2]) streams.beat();
  expect(streams.count()).toBe(1);
  const young = streams.open({ tenant: "red", who: "a", sequence: 1 });
  streams.beat();
  expect(streams.count()).toBe(1);
  expect(old && (await numbers(old, 10))).toEqual([1]);
  await young?.cancel();
});

test("a client that does not read is dropped, and does not delay the others", async () => {
  let dropped = 0;
  const streams = createEventStreams(() => dropped++, limits);
  const stuck = streams.open({ tenant: "red", who: "a", sequence: 0 });
  const reading = streams.open({ tenant: "red", who: "b", sequence: 0 });
  const received = reading && numbers(reading, 101);
  for (let sequence = 1; sequence <= 100; sequence++) {
    streams.announce("red", sequence);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(dropped).toBe(1);
  expect((await received)?.at(-1)).toBe(100);
  expect(streams.count()).toBe(0);
  await expect(
    stuck
      ?.getReader()
      .read()
      .then(() => stuck.cancel()),
  ).rejects.toThrow();
});

test("a lost announcement is found by looking", async () => {
  const database = await openSqlite(`${temporaryFolder()}/hub.sqlite`);
  onTestFinished(() => database.close());
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events = createStateEvents({ database, metrics: createMetrics(), stopping: stop.signal, pollMs: 5 });
  const stream = events.follow({ tenant: "red", who: "a", sequence: 1 });
  await database.write("red", (transaction) =>
    transaction
      .insertInto("states")
      .values({ tenant: "red", sequence: 2, document: "", issued_at: 0, expires_at: 1 })
      .execute(),
  );
  expect(stream && (await numbers(stream, 2))).toEqual([1, 2]);
});

test("over the network: changes arrive, and the hub stops although a client neither reads nor leaves", async () => {
  const { hub, service, call } = await startGovernedHub();
  const admin = await service("admin");
  const response = await hub.send("GET", "/api/v1/state/events", { token: admin });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const stuck = createConnection(Number(new URL(hub.url).port), "127.0.0.1");
  onTestFinished(() => void stuck.destroy());
  stuck.on("error", () => {}).pause();
  stuck.write(`GET /api/v1/state/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin}\r\n\r\n`);
  const received = response.body && numbers(response.body, 3);
  for (const value of ["a", "b"]) await call(admin, "POST /api/v1/revocations", { kind: "name", value });
  const [first = 0, ...later] = (await received) ?? [];
  expect(later).toEqual([first + 1, first + 2]);
});
