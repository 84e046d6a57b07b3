import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createOrder } from "./create-order.ts";

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a change by a call waits for the calls before it, and leaves no timer that would keep a process alive", async () => {
  const order = createOrder(new AbortController().signal);
  const before = timers();
  const steps: string[] = [];
  const call = order.admit(() => sleep(10).then(() => steps.push("call")));
  await order.changeByCall(async () => steps.push("change"));
  await call;
  expect(steps).toEqual(["call", "change"]);
  // Timers of other tests may end meanwhile.
  expect(timers()).toBeLessThanOrEqual(before);
});
