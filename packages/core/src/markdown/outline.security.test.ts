import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineMarkdown } from "./outline.ts";

const size = 200_000;
const runs = Array.from({ length: 600 }, (_, index) => "`".repeat(index + 1)).join(" ");

// T10: each of these has made some scanner quadratic, which would take minutes.
test.each([
  ["opening brackets", "["],
  ["images", "!["],
  ["links that do not close", "[a]("],
  ["angles that do not close", "[a](<"],
  ["titles that do not close", '[a](b "'],
  ["definitions", "\n[a]: "],
  ["backticks", "`"],
  ["backticks apart", "` "],
  ["two kinds of backticks", "`` ` "],
  ["comments that do not close", "<!--"],
  ["hashes", "# "],
  ["fences", "~~~\n"],
  ["fences in items", "- ```\n"],
  ["spaces", " "],
  ["empty lines", "\n"],
  ["backslashes", "\\"],
  ["parentheses", "[a](("],
  ["stray backticks in paragraphs", "a `\n\n"],
])("T10: %s cost no more than their length", (_, unit) => {
  const text = `x${unit.repeat(size / unit.length)}x [end](here)`;
  expect(outlineMarkdown(text, { start: 0, end: text.length }).lineCount).toBe(text.split("\n").length);
});

test.each([
  ["backticks of every length", runs],
  ["spaces after a href", `[a](b${" ".repeat(size)}`],
  ["spaces in a heading", `# ${" ".repeat(size)}x`],
  ["hashes in a heading", `# ${"# ".repeat(size / 2)}x`],
  ["one long href", `[a](${"x".repeat(size)}`],
  ["brackets and then links", "[".repeat(size / 2) + "](x)".repeat(size / 8)],
])("T10: %s cost no more than their length", (_, text) => {
  const outline = outlineMarkdown(text, { start: 0, end: text.length });
  expect(outline.lineCount).toBe(1);
});

const pieces = fc.constantFrom(
  ..."[]()`<>!#~- \n\\\"'a1.|\t",
  "```\n",
  "~~~",
  "<!--",
  "-->",
  "[a](b)",
  "\r\n",
  "🙂",
  "# ",
);

test("every part is inside the text, in order, and code spans do not overlap", () => {
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 40 }), fc.nat(5), (text, from) => {
      const start = Math.min(from, text.length);
      const { headings, links, codeBlocks, codeSpans, comments } = outlineMarkdown(text, {
        start,
        end: text.length,
      });
      const lists = [headings, links].map((list) => list.map(({ span }) => span));
      for (const spans of [...lists, codeBlocks, codeSpans, comments]) {
        let position = start;
        for (const span of spans) {
          expect(span.start).toBeGreaterThanOrEqual(position);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
          position = span.end;
        }
      }
      for (const { href, span } of links) expect(text.slice(span.start, span.end)).toBe(href);
    }),
    { numRuns: 10_000 },
  );
});
