import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseHead, parseRecord } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { allowedCall, describeAuditSink, finishedCall } from "../../../core/src/audit/contract.ts";
import { coalesce, createJsonlSink } from "./jsonl-sink.ts";
import { createPathMaker, headOf, linesOf, verifyLog } from "./test-log.ts";

const createPath = createPathMaker("audit.jsonl");

for (const durability of ["written", "synced"] as const) {
  describeAuditSink(`JSON lines, ${durability}`, () => {
    const path = createPath();
    return { sink: createJsonlSink({ path, durability }), kept: () => linesOf(path).map(toRecord) };
  });
}

function toRecord(line: string): object {
  const record = parseRecord(line);
  if (record === undefined) throw new Error(`no record: ${line}`);
  return record;
}

test("a log is a file of this user alone, in a folder of this user alone, and its head names the last record", async () => {
  const path = join(createPath(), "..", "new", "deep", "audit.jsonl");
  const sink = createJsonlSink({ path });
  await sink.append(allowedCall("1"));
  await sink.append(finishedCall("1"));
  await sink.close();
  const folder = join(path, "..");
  expect(
    [folder, path, join(folder, "audit.head")].map((one) => (statSync(one).mode & 0o777).toString(8)),
  ).toEqual(["700", "600", "600"]);
  const { end, whole } = verifyLog(path);
  expect({ whole, sequence: end.sequence }).toEqual({ whole: true, sequence: 2 });
  expect(parseHead(readFileSync(join(folder, "audit.head"), "utf8"))).toEqual(end);
  expect(readdirSync(folder).sort()).toEqual(["audit.head", "audit.jsonl"]);
});

test("every byte of a log is printable, so that it is safe to view in a terminal", async () => {
  const path = createPath();
  const sink = createJsonlSink({ path });
  await sink.append(allowedCall("1", "\u001b[2J é \u202e \u007f \ud83d \n"));
  await sink.close();
  expect(readFileSync(path, "latin1")).toMatch(/^[\x20-\x7e]+\n$/);
});

test("a sink opened later continues where the log ends", async () => {
  const path = createPath();
  for (const call of ["1", "2", "3"]) {
    const sink = createJsonlSink({ path });
    await sink.append(allowedCall(call));
    await sink.close();
  }
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 3 });
});

test("two sinks in turn share one chain", async () => {
  const path = createPath();
  const [a, b] = [createJsonlSink({ path }), createJsonlSink({ path })];
  for (let call = 0; call < 20; call++) await (call % 3 === 0 ? a : b).append(allowedCall(String(call)));
  await Promise.all(
    Array.from({ length: 20 }, (_, call) => (call % 2 ? a : b).append(allowedCall(`at once ${call}`))),
  );
  await b.flush();
  await a.close();
  await b.close();
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 40 });
});

test("a head is never moved back by a sink that wrote less", async () => {
  const path = createPath();
  const [a, b] = [createJsonlSink({ path }), createJsonlSink({ path })];
  await a.append(allowedCall("1"));
  await b.append(allowedCall("2"));
  await b.close();
  await a.close();
  expect(parseHead(readFileSync(path.replace(".jsonl", ".head"), "utf8"))?.sequence).toBe(2);
});

test("the head is updated while the sink is open, including after a flush", async () => {
  const path = createPath();
  const sink = createJsonlSink({ path });
  for (const sequence of [1, 2]) {
    await sink.append(allowedCall("1"));
    await expect.poll(() => headOf(path)?.sequence, { timeout: 5000 }).toBe(sequence);
    await sink.flush();
  }
  await sink.close();
});

test("the first append waits for no turn of the event loop, which would be a hook's only one", async () => {
  const sink = createJsonlSink({ path: createPath() });
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  await sink.append(allowedCall("1"));
  expect(hasTurned).toBe(false);
  await sink.close();
});

test("a caller that keeps appending lets others take their turn", async () => {
  const sink = createJsonlSink({ path: createPath() });
  let isDone = false;
  const turn = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
    isDone = true;
  });
  // Without yielding to others this would run for a million events.
  for (let call = 0; call < 1_000_000 && !isDone; call++) await sink.append(allowedCall("1"));
  expect(isDone).toBe(true);
  await turn;
  await sink.close();
});

test("a record with the longest line is continued", async () => {
  const path = createPath();
  const long = "\u001b".repeat(150_000);
  const sink = createJsonlSink({ path });
  await sink.append(allowedCall("1", long));
  await sink.close();
  const next = createJsonlSink({ path });
  await next.append(allowedCall("2"));
  await expect(next.append(allowedCall("3", long.repeat(2)))).rejects.toMatchObject({
    code: "audit-unavailable",
    details: { reason: expect.stringContaining("characters") },
  });
  await next.append(allowedCall("4"));
  await next.close();
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 3 });
});

test("a log moved away with its head while in use is replaced by a new one", async () => {
  const path = createPath();
  const sink = createJsonlSink({ path });
  await sink.append(allowedCall("1"));
  await sink.flush();
  const folder = join(path, "..");
  mkdirSync(join(folder, "old"));
  for (const name of ["audit.jsonl", "audit.head"]) renameSync(join(folder, name), join(folder, "old", name));
  await sink.append(allowedCall("2"));
  await sink.close();
  expect(verifyLog(join(folder, "old", "audit.jsonl"))).toMatchObject({ whole: true, lines: 1 });
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 1 });
});

test("a sink without appends leaves no file", async () => {
  const path = createPath();
  const sink = createJsonlSink({ path });
  await sink.flush();
  await sink.close();
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test.each([
  ["half a line", (line: string) => line.slice(0, 100)],
  ["a line without its end", (line: string) => line],
  ["bytes that are not text", () => "\u00ff\u0000\u0001"],
])("after a crash that left %s, the next record preserves it and the log is intact", async (_, cut) => {
  const path = createPath();
  const sink = createJsonlSink({ path });
  await sink.append(allowedCall("1"));
  await sink.append(allowedCall("2"));
  await sink.close();
  const [first = "", second = ""] = linesOf(path);
  const torn = cut(second);
  writeFileSync(path, `${first}\n${torn}`, "latin1");
  // The head does not include the partly written record.
  const { hash } = { hash: "", ...parseRecord(first) };
  writeFileSync(path.replace(".jsonl", ".head"), `{"version":1,"sequence":1,"hash":"${hash}"}\n`);
  const next = createJsonlSink({ path });
  await next.append(allowedCall("3"));
  await next.close();
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 3, repairs: 1 });
  expect(linesOf(path).map((line) => parseRecord(line))).toMatchObject([
    { call: "1" },
    { event: "log-repaired", torn, bytes: torn.length, session: "session-1" },
    { call: "3" },
  ]);
});

/** Work that the test finishes explicitly. */
function createWork(): { readonly work: () => Promise<void>; readonly runs: PromiseWithResolvers<void>[] } {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { work, runs };
}

test("callers during a run share one later run, started after their request", async () => {
  const { work, runs } = createWork();
  const ask = coalesce(work);
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

test("a request while nothing runs starts a new run", async () => {
  const { work, runs } = createWork();
  const ask = coalesce(work);
  const first = ask();
  runs[0]?.resolve();
  await first;
  const second = ask();
  runs[1]?.resolve();
  await second;
  expect(runs).toHaveLength(2);
});

test("a failure reaches the callers of that run, and the next run still happens", async () => {
  const { work, runs } = createWork();
  const ask = coalesce(work);
  const first = ask();
  const second = ask();
  runs[0]?.reject(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await Promise.resolve();
  runs[1]?.resolve();
  await second;
  const third = ask();
  runs[2]?.resolve();
  await third;
});
