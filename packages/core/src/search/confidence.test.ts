import { expect, test } from "vitest";
import { confidenceOf } from "./confidence.ts";
import { type FeatureName, featureNames } from "./ranking-features.ts";

function confidence(features: Partial<Record<FeatureName, number>>): number {
  return confidenceOf(Float64Array.from(featureNames, (name) => features[name] ?? 0));
}

test("nothing in common is next to no confidence", () => {
  expect(confidence({})).toBeLessThan(0.02);
});

test("a request answered whole by name and description is nearly certain", () => {
  expect(confidence({ covered: 1, leadCovered: 1, pairs: 1, nameAnswered: 1 })).toBeGreaterThan(0.95);
});

test.each(["covered", "leadCovered", "pairs", "nameAnswered"] as const)(
  "more of %s never means less",
  (name) => {
    expect(confidence({ [name]: 0.8 })).toBeGreaterThan(confidence({ [name]: 0.2 }));
  },
);

test("what depends on the library's size does not matter", () => {
  expect(confidence({ relative: 1, local: 1, bm25f: 1 })).toBe(confidence({}));
});
