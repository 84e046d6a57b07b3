import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeDocument } from "./analyze-document.ts";
import { analyzeQuery } from "./analyze-query.ts";
import { findCandidates, gainOf, occurrences } from "./find-candidates.ts";
import { weightQuery } from "./query-statistics.ts";
import { addToCounts, bitsOf, countIn, searchFields } from "./search-fields.ts";
import { createSearchIndex, updateSearchIndex } from "./search-index.ts";

const documents = Array.from({ length: 300 }, (_, at) =>
  analyzeDocument({
    name: `skill-${at}`,
    description: `${"common ".repeat(1 + (at % 5))} group${at % 10}`,
    tags: [],
    body: at % 2 === 0 ? "shared body" : "",
  }),
);
const index = createSearchIndex(documents);

function candidatesFor(query: string, most: number, within = index) {
  return findCandidates(weightQuery(analyzeQuery(query), within), within, most);
}

test("only the best are passed on, in descending order", () => {
  const { candidates } = candidatesFor("common group3 shared", 20);
  expect(candidates).toHaveLength(20);
  const scores = candidates.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test("the best of few are the best of all", () => {
  const all = candidatesFor("common group3 shared", 300).candidates;
  expect(candidatesFor("common group3 shared", 25).candidates).toEqual(all.slice(0, 25));
});

test("removed skills do not displace others", () => {
  const [first, second] = candidatesFor("group3", 5).candidates;
  const without = updateSearchIndex(index, { removed: [first?.ordinal ?? 0], added: [] });
  const { candidates } = candidatesFor("group3", 5, without);
  expect(candidates[0]?.ordinal).toBe(second?.ordinal);
  expect(candidates).toHaveLength(5);
});

test("the use of a term is counted on the way", () => {
  expect(candidatesFor("shared", 5).uses).toEqual([{ lead: 0, total: 150 }]);
  expect(candidatesFor("group3", 5).uses).toEqual([{ lead: 30, total: 30 }]);
});

test("nothing shares a term with an unknown word", () => {
  expect(candidatesFor("unheard", 5)).toEqual({ candidates: [], uses: [] });
});

test("counts are packed and unpacked alike, and saturate at the maximum", () => {
  searchFields.forEach((_, field) => {
    let packed = 0;
    for (let times = 0; times < 100; times++) packed = addToCounts(packed, bitsOf(field));
    expect(searchFields.map((__, other) => countIn(packed, other) > 0)).toEqual(
      searchFields.map((__, other) => other === field),
    );
    expect(occurrences(packed)).toBe(countIn(packed, field));
  });
});

test("the unrolled sums are those of a plain loop over the fields", () => {
  const sums = fc.tuple(
    fc.nat(2 ** 26 - 1),
    fc.array(fc.float({ min: 0, max: 8, noNaN: true }), { minLength: 12 }),
  );
  fc.assert(
    fc.property(sums, ([packed, values]) => {
      const gains = Float32Array.from(values);
      const counts = searchFields.map((_, field) => countIn(packed, field));
      const gain = counts.reduce((sum, count, field) => sum + count * (gains[6 + field] ?? 0), 0);
      expect(gainOf(packed, gains, 6)).toBeCloseTo(gain, 3);
      expect(occurrences(packed)).toBe(counts.reduce((sum, count) => sum + count, 0));
    }),
  );
});

test("the gain of a posting is the sum of its counts times the gains of the fields", () => {
  const gains = Float32Array.of(1, 2, 4, 8, 16, 32);
  const packed = searchFields.reduce((counts, _, field) => addToCounts(counts, bitsOf(field)), 0);
  expect(gainOf(packed, gains, 0)).toBe(63);
  expect(gainOf(0, gains, 0)).toBe(0);
});
