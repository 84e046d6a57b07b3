import { expect, test } from "vitest";
import { openStage } from "./contract.ts";
import { guardStream, isStreaming, lastOf } from "./guard-stream.ts";

async function* numbers(log: string[] = []): AsyncGenerator<number> {
  try {
    yield 1;
    yield 2;
  } finally {
    log.push("left");
  }
}

async function collect(results: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const result of results) all.push(result);
  return all;
}

const call = { tool: "read", input: {}, call: "c" };

test("results arrive one by one, in order", async () => {
  const { session } = await openStage();
  expect(await collect(guardStream(session, call, () => numbers()))).toEqual([1, 2]);
});

test("the call is made at once, so a skill requested before the first result is read comes after it", async () => {
  const { session } = await openStage();
  const results = guardStream(session, { ...call, tool: "bash" }, () => numbers());
  await session.activate({ skill: "reader" });
  expect(await collect(results)).toEqual([1, 2]);
});

test("a refusal is the only result, and nothing runs", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const log: string[] = [];
  const results = guardStream(session, { ...call, tool: "bash" }, () => log.push("ran"));
  expect(await collect(results)).toEqual([expect.stringMatching(/^Tool 'bash' not allowed/)]);
  expect(log).toEqual([]);
});

test("a reader that leaves early stops the tool, and the guard records the end", async () => {
  const { session } = await openStage();
  const log: string[] = [];
  const finished = Promise.withResolvers<boolean>();
  session.events.subscribe((event) => event.event === "tool-call-finished" && finished.resolve(event.ok));
  for await (const result of guardStream(session, call, () => numbers(log))) {
    expect(result).toBe(1);
    break;
  }
  expect(log).toEqual(["left"]);
  expect(await finished.promise).toBe(true);
});

test("an exception before the first result reaches the reader", async () => {
  const { session } = await openStage();
  const results = guardStream(session, call, () => {
    throw new Error("disk gone");
  });
  await expect(collect(results)).rejects.toThrow("disk gone");
});

test("a result that is not a stream is the only result", async () => {
  const { session } = await openStage();
  expect(await collect(guardStream(session, call, () => "text"))).toEqual(["text"]);
  expect(await lastOf("text")).toBe("text");
  expect(await lastOf(numbers())).toBe(2);
});

test("generators are recognized before they run, other functions are not", () => {
  expect([isStreaming(numbers), isStreaming(async () => 1), isStreaming(() => numbers())]).toEqual([
    true,
    false,
    false,
  ]);
});
