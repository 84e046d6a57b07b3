import fc from "fast-check";
import { expect, test } from "vitest";
import { sortByTerm } from "./sort-by-term.ts";

test("the order sorts the values, and leaves equal ones as they stood", () => {
  fc.assert(
    fc.property(fc.uint32Array({ maxLength: 200 }), (values) => {
      const expected = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
      expect([...sortByTerm(values)]).toEqual(expected);
    }),
  );
});

test("values differ in their upper and lower halves", () => {
  expect([...sortByTerm(Uint32Array.of(0xffff_0000, 0xffff, 0, 0xffff_ffff))]).toEqual([2, 1, 0, 3]);
});
