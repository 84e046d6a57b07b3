import { expect, test } from "vitest";
import { analyzeDocument } from "./analyze-document.ts";
import { analyzeQuery } from "./analyze-query.ts";
import { searchLimits } from "./limits.ts";
import { inverseFrequency, weightQuery } from "./query-statistics.ts";
import { createSearchIndex } from "./search-index.ts";

const index = createSearchIndex(
  ["rare common", "common", "common", "common"].map((description) =>
    analyzeDocument({ name: "", description, tags: [], body: "" }),
  ),
);

test("a rare term weighs more, and comes first", () => {
  const [first, second] = weightQuery(analyzeQuery("common rare"), index).terms;
  expect([first?.documents, second?.documents]).toEqual([1, 4]);
  expect(first?.weight).toBeGreaterThan(second?.weight ?? 0);
});

test("an unknown word adds to the total but is not looked up", () => {
  const known = weightQuery(analyzeQuery("rare"), index);
  const unknown = weightQuery(analyzeQuery("rare zyxwv"), index);
  expect(unknown.terms).toHaveLength(1);
  expect(unknown.total).toBeGreaterThan(known.total);
});

test("pairs point at the terms that were kept", () => {
  expect(weightQuery(analyzeQuery("common rare"), index).pairs).toEqual([[1, 0]]);
  expect(weightQuery(analyzeQuery("common zyxwv rare"), index).pairs).toEqual([]);
});

test("only so many terms are looked up", () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
  const large = createSearchIndex([analyzeDocument({ name: "", description: words, tags: [], body: "" })]);
  expect(weightQuery(analyzeQuery(words), large).terms).toHaveLength(searchLimits.searchQueryTerms);
});

test("inverse frequency falls with use and is never negative", () => {
  expect(inverseFrequency(1, 100)).toBeGreaterThan(inverseFrequency(50, 100));
  expect(inverseFrequency(120, 100)).toBe(0);
});
