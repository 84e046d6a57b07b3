import fc from "fast-check";
import { expect, test } from "vitest";
import { takeFirst } from "./take-first.ts";

test("returns what sorting would put first, and keeps the order of ties", () => {
  const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat()));
  fc.assert(
    fc.property(pairs, fc.nat(8), (items, count) => {
      const compare = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
      expect(takeFirst(items, count, compare)).toEqual(items.toSorted(compare).slice(0, count));
    }),
  );
});
