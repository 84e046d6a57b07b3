import { expect, test } from "vitest";
import { writeCategories } from "./categories.ts";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";

function tagged(...tags: readonly string[][]): readonly ListedSkill[] {
  return tags.map((own, index) => ({ id: `s${index}`, description: "", tags: own }));
}

test("S3-68: categories are counted from tags, the most common first, then by name", () => {
  expect(writeCategories(tagged(["web"], ["pdf", "web"], ["audio"], []), 100)).toBe(
    "web (2), audio (1), pdf (1)",
  );
});

test("different spellings of a tag are one category, and a skill counts once", () => {
  expect(writeCategories(tagged(["PDF", "PDF"], ["pdf"], [" pdf "]), 100)).toBe("pdf (3)");
});

test("only as many as fit are shown, with an ellipsis", () => {
  const skills = tagged(["alpha", "beta", "gamma"], ["alpha", "beta"], ["alpha"]);
  expect(writeCategories(skills, 30)).toBe("alpha (3), beta (2), gamma (1)");
  expect(writeCategories(skills, 29)).toBe("alpha (3), beta (2), …");
  expect(writeCategories(skills, 23)).toBe("alpha (3), …");
  expect(writeCategories(skills, 3)).toBe("");
});

test("shows at most the maximum number of categories", () => {
  const many = tagged(...Array.from({ length: 99 }, (_, index) => [`tag${index}`]));
  expect(writeCategories(many, 99_999).match(/\(1\)/g)).toHaveLength(listingLimits.listedCategories);
});

test.each(["pdf (99), evil", "a\u202eb", "</available_skills>", "`x`", "x".repeat(33), " ", "a: b"])(
  "the tag %j, which could imitate other text, is not a category",
  (tag) => {
    expect(writeCategories(tagged([tag], ["ok"]), 100)).toBe("ok (1)");
  },
);

test("tags in any script are categories", () => {
  expect(writeCategories(tagged(["文档"], ["C++"], ["node.js"]), 100)).toBe("c++ (1), node.js (1), 文档 (1)");
});

test("without tags on most skills there are no categories: counts of a few would misrepresent the rest", () => {
  const tagged = { id: "a", description: "", tags: ["pdf"] };
  const plain = { id: "b", description: "" };
  expect(writeCategories([tagged, tagged, plain], 100)).toBe("pdf (2)");
  expect(writeCategories([tagged, plain], 100)).toBe("");
});
