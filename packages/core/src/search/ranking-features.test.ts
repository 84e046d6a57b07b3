import { describe, expect, test } from "vitest";
import { analyzeDocument } from "./analyze-document.ts";
import { rankCandidates } from "./rank-skills.ts";
import { type FeatureName, featureNames, noFeatures } from "./ranking-features.ts";
import { rankingWeights } from "./ranking-weights.ts";
import { createSearchIndex } from "./search-index.ts";

const index = createSearchIndex(
  [
    {
      name: "pdf-forms",
      description: "Fill in PDF forms.",
      tags: ["acrobat"],
      body: "# Fields\n\nRead every field.",
    },
    {
      name: "notes",
      description: "Take notes.",
      tags: [],
      body: "Fill the page.\n\n```\nfill --forms\n```\n",
    },
    { name: "weather", description: "Report rain and wind.", tags: [], body: "" },
  ].map(analyzeDocument),
);

function featureOf(query: string, ordinal: number, name: FeatureName): number {
  const ranked = rankCandidates(index, query).find((one) => one.ordinal === ordinal);
  return ranked?.features[name] ?? Number.NaN;
}

test("every feature has a weight", () => {
  expect(Object.keys(noFeatures)).toEqual(Object.keys(rankingWeights));
  expect(rankCandidates(index, "forms").map(({ features }) => Object.keys(features))).toContainEqual([
    ...featureNames,
  ]);
});

test("all features are finite for any query", () => {
  for (const query of ["forms", "fill fill fill", "unknown words and forms", "acrobat 2024 ```x```"]) {
    for (const { features } of rankCandidates(index, query)) {
      expect(Object.values(features).every(Number.isFinite)).toBe(true);
    }
  }
});

describe("coverage", () => {
  test("is whole when every word is answered", () => {
    expect(featureOf("fill in pdf forms", 0, "covered")).toBeCloseTo(1);
    expect(featureOf("fill in pdf forms", 0, "leadCovered")).toBeCloseTo(1);
  });

  test("distinguishes body from lead", () => {
    expect(featureOf("fill forms", 1, "covered")).toBeCloseTo(1);
    expect(featureOf("fill forms", 1, "leadCovered")).toBe(0);
  });

  test("decreases with unknown words", () => {
    expect(featureOf("pdf zyxwv", 0, "covered")).toBeLessThan(featureOf("pdf", 0, "covered"));
  });
});

describe("fields", () => {
  test.each([
    ["forms", 0, "inName"],
    ["forms", 0, "inDescription"],
    ["acrobat", 0, "inTags"],
    ["fields", 0, "inHeadings"],
    ["page", 1, "inBody"],
    ["forms", 1, "inCode"],
  ] as const)("%j in skill %i is scored as %s", (query, ordinal, name) => {
    expect(featureOf(query, ordinal, name)).toBeGreaterThan(0);
  });

  test("a word missing in a field counts nothing there", () => {
    expect(featureOf("acrobat", 0, "inName")).toBe(0);
  });
});

describe("names, adjacent words and passages", () => {
  test("a name is matched partly or completely", () => {
    expect(featureOf("pdf forms", 0, "nameAnswered")).toBeCloseTo(1);
    expect(featureOf("pdf", 0, "nameAnswered")).toBeGreaterThan(0);
    expect(featureOf("pdf", 0, "nameAnswered")).toBeLessThan(1);
  });

  test("adjacent words count in their order", () => {
    expect(featureOf("pdf forms", 0, "leadPairs")).toBeGreaterThan(0);
    expect(featureOf("forms pdf", 0, "leadPairs")).toBe(0);
  });

  test("words that share a passage count less than adjacent words", () => {
    const apart = featureOf("page forms", 1, "pairs");
    expect(apart).toBeGreaterThan(0);
    expect(apart).toBeLessThan(featureOf("fill forms", 1, "pairs"));
  });

  test("the best passage is a share of the request", () => {
    expect(featureOf("fill page", 1, "bestPassage")).toBeCloseTo(1);
    expect(featureOf("pdf forms", 0, "bestPassage")).toBe(0);
  });
});

test("scores are relative to the best candidate of the first stage", () => {
  const relative = rankCandidates(index, "fill forms").map(({ features }) => features.relative);
  expect(Math.max(...relative)).toBe(1);
});
