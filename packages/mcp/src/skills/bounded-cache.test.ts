import fc from "fast-check";
import { expect, test } from "vitest";
import { createBoundedCache } from "./entry-cache.ts";

test("what was not used for the longest time goes first", () => {
  const cache = createBoundedCache<number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3, 4);
  expect(["a", "b", "c"].map(cache.get)).toEqual([1, undefined, 3]);
});

test("a value that is replaced or deleted gives its room back", () => {
  const cache = createBoundedCache<number>(10);
  cache.set("a", 1, 8);
  cache.set("a", 2, 2);
  cache.set("b", 3, 8);
  expect(["a", "b"].map(cache.get)).toEqual([2, 3]);
  cache.delete("b");
  cache.delete("b");
  cache.set("c", 4, 8);
  expect(["a", "b", "c"].map(cache.get)).toEqual([2, undefined, 4]);
});

test("a value that is too large for all the room is not kept, nor is what it replaces", () => {
  const cache = createBoundedCache<number>(10);
  cache.set("a", 1, 1);
  cache.set("b", 2, 1);
  cache.set("a", 3, 11);
  expect(["a", "b"].map(cache.get)).toEqual([undefined, 2]);
});

test("whatever is done, no more is kept than there is room for, and the newest is", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), bytes: fc.nat({ max: 10 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cache = createBoundedCache<number>(10);
      for (const { key, bytes } of steps) {
        cache.set(key, bytes, bytes);
        expect(cache.get(key)).toBe(bytes);
        const kept = ["a", "b", "c", "d"].map((one) => cache.get(one) ?? 0);
        expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10);
      }
    }),
  );
});
