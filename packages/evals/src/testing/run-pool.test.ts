import { expect, test } from "vitest";
import { runPool } from "./run-pool.ts";

test("results are in the order of the items, whichever finishes first", async () => {
  const ended: number[] = [];
  const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const answers = runPool([0, 1, 2], 3, async (item) => {
    await gates[item]?.promise;
    ended.push(item);
    // Each one releases its predecessor when it ends.
    gates[item - 1]?.resolve();
    return `answer ${item}`;
  });
  gates[2]?.resolve();
  expect(await answers).toEqual(["answer 0", "answer 1", "answer 2"]);
  expect(ended).toEqual([2, 1, 0]);
});

test("at most `jobs` run at a time, and no worker is idle", async () => {
  let running = 0;
  let most = 0;
  await runPool([...Array(20).keys()], 3, async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  expect({ running, most }).toEqual({ running: 0, most: 3 });
});

test("an empty list finishes at once", async () => {
  expect(await runPool([], 4, async () => 1)).toEqual([]);
});

test("when a step fails, no other starts, running ones finish, and the error is rethrown", async () => {
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const answers = runPool(["fails", "waits", "never"], 2, async (item) => {
    log.push(`${item} begins`);
    if (item === "fails") throw new Error("a bug");
    await gate.promise;
    log.push(`${item} ends`);
  });
  gate.resolve();
  await expect(answers).rejects.toThrow("a bug");
  expect(log).toEqual(["fails begins", "waits begins", "waits ends"]);
});
