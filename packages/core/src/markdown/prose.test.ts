import { expect, test } from "vitest";
import { outlineMarkdown } from "./outline.ts";
import { isCode, isProse, isQuoted, spansContaining } from "./prose.ts";

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

test("spans that contain the character are kept", () => {
  const text = "a/b cd / ef g/ h";
  const spans = [
    { start: 0, end: 3 },
    { start: 4, end: 6 },
    { start: 9, end: 11 },
    { start: 12, end: 14 },
    { start: 15, end: 16 },
  ];
  expect(spansContaining(text, spans, "/")).toEqual([spans[0], spans[3]]);
  expect(spansContaining(text, spans, "x")).toEqual([]);
  expect(spansContaining(text, [], "/")).toEqual([]);
});
