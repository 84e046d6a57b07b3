import { expect, test } from "vitest";
import { outlineMarkdown } from "./outline.ts";
import { isCode, isProse, isQuoted } from "./prose.ts";

const text = [
  "Plain words and `a span` here.",
  "<!-- a remark -->",
  "```sh",
  "a block",
  "```",
  "Then `another span` and an end.",
  'He said "a quote" and left.',
  "> a cited line",
].join("\n");
const outline = outlineMarkdown(text, { start: 0, end: text.length });

test.each(["Plain", "here", "Then", "and an end", "He said"])("'%s' is prose", (words) => {
  expect(isProse(outline, text.indexOf(words))).toBe(true);
});

test.each(["a span", "a remark", "a block", "another span"])("'%s' is not prose", (words) => {
  expect(isProse(outline, text.indexOf(words))).toBe(false);
});

test("a comment is not code", () => {
  expect(["a span", "a block", "a remark"].map((words) => isCode(outline, text.indexOf(words)))).toEqual([
    true,
    true,
    false,
  ]);
});

test("text between quotation marks or in a block quote is quoted", () => {
  expect(
    ["a quote", "a cited", "and left", "Plain"].map((words) => isQuoted(text, text.indexOf(words))),
  ).toEqual([true, true, false, false]);
});
