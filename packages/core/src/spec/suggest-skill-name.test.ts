import fc from "fast-check";
import { expect, test } from "vitest";
import { isValidSkillName } from "./predicates.ts";
import { suggestSkillName } from "./suggest-skill-name.ts";

test.each([
  ["PDF Tables!", "pdf-tables"],
  ["Weekly_Report", "weekly-report"],
  ["Café", "cafe"],
  ["--a--b--", "a-b"],
  ["!!!", "my-skill"],
  ["x".repeat(80), "x".repeat(64)],
])("%j is best called %j", (text, name) => {
  expect(suggestSkillName(text)).toBe(name);
});

test("for any input, the suggestion is a valid name", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => isValidSkillName(suggestSkillName(text))));
});
