import { expect, test } from "vitest";
import { jsonBytes } from "./server-tools.ts";

test("the size of a value is that of its JSON in bytes", () => {
  expect(jsonBytes({ a: "é" }, 100)).toBe(10);
  expect(jsonBytes({ a: "é" }, 10)).toBe(10);
  expect(jsonBytes({ a: "é" }, 9)).toBeUndefined();
  expect(jsonBytes(undefined, 9)).toBe(0);
});

test("data nested too deep has no size, and is not walked to its end", () => {
  const nest = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  expect(jsonBytes(nest(256), 1000)).toBe(512);
  expect(jsonBytes(nest(257), 1000)).toBeUndefined();
  expect(jsonBytes(nest(100_000), 1_000_000)).toBeUndefined();
});
