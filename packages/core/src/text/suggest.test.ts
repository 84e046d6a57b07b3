import { expect, test } from "vitest";
import { editDistance, suggest } from "./suggest.ts";

const fields = ["name", "description", "allowed-tools", "metadata", "license"];

test.each([
  ["descripton", "description"],
  ["Description", "description"],
  ["allowed_tools", "allowed-tools"],
  ["allowedtools", "allowed-tools"],
  ["licence", "license"],
  ["nmae", "name"],
  ["nam", "name"],
  ["desc", "description"],
  ["meta", "metadata"],
  ["me", undefined],
  ["version", undefined],
  ["", undefined],
])("%j most likely means %j", (word, meant) => {
  expect(suggest(word, fields)).toBe(meant);
});

test("picks the closest candidate, and the first of equals", () => {
  expect(suggest("pdf-toolss", ["pdf-tool", "pdf-tools", "pdf-toolsy"])).toBe("pdf-tools");
  expect(suggest("cat", ["bat", "hat"])).toBe("bat");
});

test("a start that several candidates have suggests none of them", () => {
  expect(suggest("pdf", ["pdf-forms", "pdf-tables"])).toBeUndefined();
});

test("a very long word is not compared", () => {
  expect(suggest("x".repeat(1_000_000), fields)).toBeUndefined();
});

test.each([
  ["", "", 0],
  ["name", "name", 0],
  ["nmae", "name", 1],
  ["licence", "license", 1],
  ["pdf", "pdfs", 1],
  ["kitten", "sitting", 3],
])("from %j to %j it takes %i edits", (from, to, edits) => {
  expect(editDistance(from, to, 10)).toBe(edits);
});

test("returns the bound once it is reached", () => {
  expect(editDistance("kitten", "sitting", 2)).toBe(2);
  expect(editDistance("a", "abcdef", 3)).toBe(3);
});
