import fc from "fast-check";
import { expect, test } from "vitest";
import { readShard, selectShard } from "./select-shard.ts";

test("a shard has every so-manieth case", () => {
  const cases = ["a", "b", "c", "d", "e"];
  expect([1, 2].map((index) => selectShard(cases, index, 2))).toEqual([
    ["a", "c", "e"],
    ["b", "d"],
  ]);
  expect(selectShard(cases, 1, 1)).toEqual(cases);
  expect(selectShard(cases, 7, 8)).toEqual([]);
});

test("all shards together have every case once, in its order, and differ by one at most", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 30 }), (count, of) => {
      const items = Array.from({ length: count }, (_, at) => at);
      const shards = Array.from({ length: of }, (_, at) => selectShard(items, at + 1, of));
      expect(shards.flat().toSorted((a, b) => a - b)).toEqual(items);
      for (const shard of shards) expect(shard.toSorted((a, b) => a - b)).toEqual(shard);
      const sizes = shards.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([
  ["2/4", { index: 2, of: 4 }],
  ["1/1", { index: 1, of: 1 }],
  ["10/10", { index: 10, of: 10 }],
])("%s is a shard", (text, shard) => {
  expect(readShard(text)).toEqual(shard);
});

test.each(["", "2", "0/4", "5/4", "1/0", "-1/4", "1.5/4", " 1/4", "1/4/2", "a/b", "01/4", "1/9999999"])(
  "%j is none",
  (text) => {
    expect(readShard(text)).toBeUndefined();
  },
);
