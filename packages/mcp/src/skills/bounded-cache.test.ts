import fc from "fast-check";
import { expect, test } from "vitest";
import { createBoundedCache } from "./entry-cache.ts";

test("the least recently used value is evicted first", () => {
  const cache = createBoundedCache<number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3, 4);
  expect(["a", "b", "c"].map(cache.get)).toEqual([1, undefined, 3]);
});

test("a value that is replaced or deleted frees its space", () => {
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

test("a value larger than the cache is not kept, nor is the one it replaces", () => {
  const cache = createBoundedCache<number>(10);
  cache.set("a", 1, 1);
  cache.set("b", 2, 1);
  cache.set("a", 3, 11);
  expect(["a", "b"].map(cache.get)).toEqual([undefined, 2]);
});

test("the cache never exceeds its size, and always contains the newest value", () => {
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
