import fc from "fast-check";
import { expect, test } from "vitest";
import { clearTerms, createTermTable, numberOf } from "./term-table.ts";

test("terms are numbered in order of first occurrence", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1500, max: 1500 }), { maxLength: 3000 }), (terms) => {
      const table = createTermTable(10_000);
      const distinct = [...new Set(terms)];
      expect(terms.map((term) => numberOf(table, term))).toEqual(terms.map((term) => distinct.indexOf(term)));
      expect([...table.terms.subarray(0, table.count)]).toEqual(distinct);
    }),
    { numRuns: 30 },
  );
});

test("colliding terms stay distinct, even after the table grows", () => {
  const table = createTermTable(2000);
  const terms = Array.from({ length: 1500 }, (_, at) => at << 16);
  const numbers = terms.map((term) => numberOf(table, term));
  expect(numbers).toEqual([...terms.keys()]);
  expect(terms.map((term) => numberOf(table, term))).toEqual(numbers);
});

test("a full table knows its terms and takes no other", () => {
  const table = createTermTable(2);
  expect([7, 8, 9, 7, 8].map((term) => numberOf(table, term))).toEqual([0, 1, -1, 0, 1]);
});

test("a cleared table is as new", () => {
  const table = createTermTable(10);
  numberOf(table, 5);
  numberOf(table, 0);
  clearTerms(table);
  expect(numberOf(table, 0)).toBe(0);
  expect(table.count).toBe(1);
});

test("the term 0 is a term like others", () => {
  const table = createTermTable(10);
  expect([3, 0, 0].map((term) => numberOf(table, term))).toEqual([0, 1, 1]);
});
