import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

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
