import { expect, test } from "vitest";
import { analyzeQuery } from "./analyze-query.ts";
import { hashWord } from "./hash-word.ts";

function frequencyOf(query: string, word: string): number | undefined {
  return analyzeQuery(query).terms.find(({ term }) => term === hashWord(word) >>> 0)?.frequency;
}

test("a repeated word counts again, a number and quoted code less", () => {
  expect(frequencyOf("pdf to pdf", "pdf")).toBe(2);
  expect(frequencyOf("port 8080", "8080")).toBe(0.4);
  expect(frequencyOf("why?\n```\npanic\n```\nhelp", "panic")).toBe(0.5);
  expect(frequencyOf("why?\n```\npanic\n```\nhelp", "help")).toBe(1);
});

test("the joined form of a compound counts half", () => {
  expect(frequencyOf("follow-up", "followup")).toBe(0.5);
  expect(frequencyOf("follow-up", "follow")).toBe(1);
});

test("stop words between two words do not separate them", () => {
  const { terms, pairs } = analyzeQuery("review the code of mine");
  const words = ["review", "cod", "min"].map((word) => hashWord(word) >>> 0);
  expect(pairs.map((pair) => pair.map((at) => words.indexOf(terms[at]?.term ?? 0)))).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test("a query of stop words has no terms", () => {
  expect(analyzeQuery("what can you do for me")).toEqual({ terms: [], pairs: [] });
});
