import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createArrivalOrder } from "./arrival-order.ts";
import { httpLimits } from "./limits.ts";

/** Sends requests with these ids one after another, and returns the order in which they are passed on. */
async function passed(...ids: readonly (number | string)[]): Promise<readonly (number | string)[]> {
  const order = createArrivalOrder(httpLimits.httpHoldMs);
  const seen: (number | string)[] = [];
  await Promise.all(
    ids.map((id) => order.admit({ jsonrpc: "2.0", id, method: "tools/call" }).then(() => seen.push(id))),
  );
  return seen;
}

test.each<[(number | string)[], (number | string)[]]>([
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [1, 3, 2],
    [1, 2, 3],
  ],
  [
    [1, 4, 3, 2, 5],
    [1, 2, 3, 4, 5],
  ],
  [
    ["1", "3", "2"],
    ["1", "2", "3"],
  ],
])("requests that arrive as %j are passed on as %j", async (sent, expected) => {
  expect(await passed(...sent)).toEqual(expected);
});

test("a number that never comes is waited for only so long, and the others keep their order", async () => {
  const begin = performance.now();
  expect(await passed(1, 5, 3)).toEqual([1, 3, 5]);
  expect(performance.now() - begin).toBeLessThan(httpLimits.httpHoldMs * 5);
});

test.each([
  ["ids without numbers", ["b", "a", "c"]],
  ["numbers that jump, as from another client", [1, 1000, 2, 5000]],
  ["the same number twice", [1, 1, 1]],
  ["numbers that are none", [1, 1.5, Number.MAX_VALUE, -3]],
])("%s are not waited for", async (_, ids) => {
  const begin = performance.now();
  expect(await passed(...ids)).toEqual(ids);
  expect(performance.now() - begin).toBeLessThan(httpLimits.httpHoldMs);
});

test("a client that keeps skipping numbers is no longer held up", async () => {
  const order = createArrivalOrder(httpLimits.httpHoldMs);
  const admit = (id: number): Promise<void> => order.admit({ jsonrpc: "2.0", id, method: "ping" });
  for (let id = 0; id <= httpLimits.httpUnfilledGaps * 2; id += 2) await admit(id);
  const begin = performance.now();
  for (let id = 20; id < 40; id += 2) await admit(id);
  expect(performance.now() - begin).toBeLessThan(httpLimits.httpHoldMs);
});

test("two requests with the number that is waited for both go on", async () => {
  const order = createArrivalOrder(httpLimits.httpHoldMs);
  const admit = (id: number): Promise<void> => order.admit({ jsonrpc: "2.0", id, method: "ping" });
  await admit(1);
  const early = [admit(3), admit(3)];
  await pause(5);
  await Promise.all([...early, admit(2), admit(2)]);
});
