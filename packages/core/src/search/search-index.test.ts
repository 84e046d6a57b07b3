import { describe, expect, test } from "vitest";
import { type AnalyzedDocument, analyzeDocument } from "./analyze-document.ts";
import { rankSkills } from "./rank-skills.ts";
import {
  createSearchIndex,
  joinSearchIndexes,
  type SearchIndex,
  searchIndexSize,
  updateSearchIndex,
} from "./search-index.ts";

const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"];

function document(name: string, description: string): AnalyzedDocument {
  return analyzeDocument({ name, description, tags: [], body: "" });
}

function found(index: SearchIndex, query: string): number[] {
  return rankSkills(index, query, { limit: 20 }).map(({ ordinal }) => ordinal);
}

const base = createSearchIndex(words.map((word) => document(word, `About ${word} things`)));

describe("a change", () => {
  test("makes an added skill found under the next ordinal", () => {
    const index = updateSearchIndex(base, { removed: [], added: [document("omega", "About omega things")] });
    expect(found(index, "omega")).toEqual([8]);
    expect(searchIndexSize(index)).toBe(9);
  });

  test("removes a skill, and leaves the old index unchanged", () => {
    const index = updateSearchIndex(base, { removed: [2], added: [] });
    expect(found(index, "gamma")).toEqual([]);
    expect(found(base, "gamma")).toEqual([2]);
    expect(searchIndexSize(index)).toBe(7);
  });

  test("replaces a skill by removing and adding it", () => {
    const index = updateSearchIndex(base, { removed: [0], added: [document("alpha", "Now of quaternions")] });
    expect(found(index, "alpha quaternions")).toEqual([8]);
  });

  test("an empty change changes nothing", () => {
    expect(updateSearchIndex(base, { removed: [], added: [] })).toEqual(base);
  });
});

test("hundreds of single changes give the same index as one change", () => {
  const added = Array.from({ length: 300 }, (_, at) => document(`skill-${at}`, `Does task${at} well`));
  const once = updateSearchIndex(base, { removed: [1, 5], added });
  let step = base;
  for (const one of added) step = updateSearchIndex(step, { removed: [], added: [one] });
  step = updateSearchIndex(updateSearchIndex(step, { removed: [5], added: [] }), { removed: [1], added: [] });
  for (const query of ["task7", "task299 well", "beta things", "about delta"]) {
    expect(rankSkills(step, query, { limit: 5 })).toEqual(rankSkills(once, query, { limit: 5 }));
  }
});

test("an index in parts ranks like one built at once", () => {
  const documents = Array.from({ length: 40 }, (_, at) =>
    document(`skill-${at}`, `${words[at % 8]} ${words[(at * 3) % 8]} number${at}`),
  );
  const whole = createSearchIndex(documents);
  const parts = updateSearchIndex(createSearchIndex(documents.slice(0, 30)), {
    removed: [],
    added: documents.slice(30),
  });
  for (const query of ["alpha delta", "number35", "zeta number3"]) {
    expect(found(parts, query).slice(0, 5)).toEqual(found(whole, query).slice(0, 5));
  }
});

test("the second copy of a removed ordinal does no harm", () => {
  const index = updateSearchIndex(base, { removed: [3, 3], added: [] });
  expect(searchIndexSize(index)).toBe(7);
});

test("a skill is still found when nearly all others are removed", () => {
  const many = createSearchIndex(
    Array.from({ length: 100 }, (_, at) => document(`skill-${at}`, "Write a report")),
  );
  const removed = Array.from({ length: 99 }, (_, at) => at);
  expect(found(updateSearchIndex(many, { removed, added: [] }), "report")).toEqual([99]);
});

describe("joined indexes", () => {
  const texts = words.flatMap((word, at) =>
    words
      .slice(0, at + 1)
      .map((other) => document(`${word}-${other}`, `About ${word}, then ${other} things`)),
  );

  test("rank as one index to which the skills were added, without removed ones", () => {
    const added = updateSearchIndex(createSearchIndex(texts.slice(0, 20)), {
      removed: [3],
      added: texts.slice(20),
    });
    const whole = updateSearchIndex(added, { removed: [30], added: [] });
    const first = updateSearchIndex(createSearchIndex(texts.slice(0, 20)), { removed: [3], added: [] });
    const second = updateSearchIndex(createSearchIndex(texts.slice(20)), { removed: [10], added: [] });
    const joined = joinSearchIndexes([first, second]);
    expect(searchIndexSize(joined)).toBe(searchIndexSize(whole));
    for (const query of ["alpha", "gamma beta", "theta things", "zeta-eta"])
      expect(rankSkills(joined, query, { limit: 50 })).toEqual(rankSkills(whole, query, { limit: 50 }));
  });

  test("of nothing find nothing", () => {
    expect(found(joinSearchIndexes([]), "alpha")).toEqual([]);
  });
});
