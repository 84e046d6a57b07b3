import { expect, test } from "vitest";
import { createFaultWatch } from "./eval-session.ts";

test.each([
  ["three of a kind", ["no key", "no key", "no key"], "no key"],
  ["three that differ in numbers", ["wait 3 s", "wait 12 s", "wait 1 s"], "wait 1 s"],
  ["two", ["no key", "no key"], undefined],
  ["three of two kinds", ["no key", "no net", "no key"], undefined],
  ["four with a success between", ["no key", "no key", "", "no key", "no key"], undefined],
])("%s", (_, messages, verdict) => {
  const watch = createFaultWatch(3);
  for (const message of messages) message === "" ? watch.worked() : watch.failed(message);
  expect(watch.verdict()).toBe(verdict);
});
