import { expect, test } from "vitest";
import { suggestNames } from "./suggest-names.ts";

const names = ["pdf-tools", "pdf-merge", "release-notes", "code-review", "review-code-style", "deploy"];

test.each([
  ["pdf-tool", ["pdf-tools", "pdf-merge"]],
  ["pdf_tools", ["pdf-tools", "pdf-merge"]],
  ["Deplyo", ["deploy"]],
  ["relase-notes", ["release-notes"]],
  ["pdf", ["pdf-tools", "pdf-merge"]],
  ["review", ["review-code-style", "code-review"]],
  ["code-reviews", ["code-review", "review-code-style"]],
  ["kubernetes", []],
  ["", []],
])("%j may mean %j", (wrong, meant) => {
  expect(suggestNames(names, wrong, 3)).toEqual(meant);
});

test("no more than asked for, equal ones in their order", () => {
  expect(suggestNames(["bat", "hat", "mat"], "cat", 2)).toEqual(["bat", "hat"]);
});

test("a name of absurd length is cut", () => {
  expect(suggestNames(names, "x".repeat(1_000_000), 3)).toEqual([]);
});
