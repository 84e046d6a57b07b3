import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzeDocument } from "./analyze-document.ts";
import { searchLimits } from "./limits.ts";
import { parseMention } from "./parse-mention.ts";
import { rankSkills } from "./rank-skills.ts";
import { createSearchIndex, updateSearchIndex } from "./search-index.ts";

const honest = analyzeDocument({
  name: "pdf-forms",
  description: "Fill in PDF forms.",
  tags: [],
  body: "Open the form and fill in its fields.",
});

describe("a skill that tries to match every query", () => {
  test("gains nothing by repeating a word", () => {
    const stuffed = analyzeDocument({
      name: "spam",
      description: "Does things.",
      tags: [],
      body: "pdf forms ".repeat(10_000),
    });
    const [first] = rankSkills(createSearchIndex([stuffed, honest]), "fill in a pdf form", { limit: 2 });
    expect(first?.ordinal).toBe(1);
  });

  test("gains nothing by containing a dictionary", () => {
    const words = Array.from({ length: 3000 }, (_, at) => `word${at}`).join(" ");
    const dictionary = analyzeDocument({
      name: "all",
      description: "",
      tags: [],
      body: `${words} fill pdf form`,
    });
    const [first] = rankSkills(createSearchIndex([dictionary, honest]), "fill in a pdf form", { limit: 2 });
    expect(first?.ordinal).toBe(1);
  });
});

describe("hostile text costs a bounded time", () => {
  test.each([
    ["one endless word", "a".repeat(2_000_000)],
    ["one endless compound", "a-".repeat(1_000_000)],
    ["humps", "aB".repeat(1_000_000)],
    ["fences", "```\n".repeat(500_000)],
    ["headings", "# \n".repeat(600_000)],
    ["ideographs", "文".repeat(1_000_000)],
    ["combining marks", `e${"\u0301".repeat(1_000_000)}`],
    ["lone surrogates", "\ud800".repeat(1_000_000)],
    ["signs", "c++#".repeat(500_000)],
  ])("%s", (_, body) => {
    const analyzed = analyzeDocument({ name: body, description: body, tags: [body], body });
    expect(analyzed.terms.length).toBeLessThanOrEqual(searchLimits.searchTermsPerSkill);
    const index = createSearchIndex([analyzed, honest]);
    expect(rankSkills(index, body, { limit: 1000 }).length).toBeLessThanOrEqual(2);
    expect(parseMention(body)?.name.length ?? 0).toBeLessThanOrEqual(searchLimits.searchQueryLength);
  });
});

test("any text can be analyzed and queried, and every score is between 0 and 1", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (body, query) => {
      const index = createSearchIndex([
        analyzeDocument({ name: query, description: body, tags: [], body }),
        honest,
      ]);
      for (const { score } of rankSkills(index, query, { limit: 5 })) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("removing a missing skill changes no answer", () => {
  const index = createSearchIndex([honest]);
  const odd = updateSearchIndex(index, { removed: [-1, 99, Number.NaN], added: [] });
  expect(rankSkills(odd, "pdf form", { limit: 3 }).map(({ ordinal }) => ordinal)).toEqual([0]);
});
