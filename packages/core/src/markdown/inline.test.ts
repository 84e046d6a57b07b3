import { expect, test } from "vitest";
import { type Outline, outlineMarkdown } from "./outline.ts";

function outlineOf(text: string): Outline {
  return outlineMarkdown(text, { start: 0, end: text.length });
}

function hrefsOf(text: string): readonly string[] {
  return outlineOf(text).links.map(({ href }) => href);
}

function codeOf(text: string): readonly string[] {
  return outlineOf(text).codeSpans.map((span) => text.slice(span.start, span.end));
}

test("a link's span is its href, and images are marked", () => {
  const text = "See [the guide](references/guide.md) and ![a picture](assets/a.png).";
  expect(outlineOf(text).links).toEqual([
    { href: "references/guide.md", span: { start: 16, end: 35 }, image: false },
    { href: "assets/a.png", span: { start: 54, end: 66 }, image: true },
  ]);
});

test.each([
  ["[a](b)", ["b"]],
  ["[a]( b )", ["b"]],
  ['[a](b "title")', ["b"]],
  ["[a](b 'title') [c](d (title))", ["b", "d"]],
  ["[a](<b c.md>)", ["b c.md"]],
  ["[a](b(c)d)", ["b(c)d"]],
  ["[a](b\\)c)", ["b\\)c"]],
  ["[a]()", [""]],
  ["[a\nb](c)", ["c"]],
  ["[a [b] c](d)", ["d"]],
  ["[![alt](image.png)](page.md)", ["image.png", "page.md"]],
  ["[`code`](c.md)", ["c.md"]],
  ["- [ ] task [a](b)", ["b"]],
  ["| [a](b) | [c](d) |", ["b", "d"]],
  ["> [a](b)", ["b"]],
  ["# [a](b)", ["b"]],
  ["\\![a](b)", ["b"]],
])("%j links to %j", (text, hrefs) => {
  expect(hrefsOf(text)).toEqual(hrefs);
});

test.each([
  "`[a](b)`",
  "`` ` [a](b) ``",
  "<!-- [a](b) -->",
  "<!--\n\n[a](b)\n\n-->",
  "<!-- [a](b)",
  "\\[a](b)",
  "[a\\](b)",
  "[a] (b)",
  "a](b)",
  "[a](b c)",
  "[a](b",
  "[a](<b)",
  "[a][b]",
  "[a]",
])("%j is not a link", (text) => {
  expect(hrefsOf(text)).toEqual([]);
});

test("a reference definition is a link; a footnote or remark is not", () => {
  expect(hrefsOf("[a]: b.md\n  [c]: <d e.md> 'title'\n")).toEqual(["b.md", "d e.md"]);
  expect(hrefsOf("[^1]: note.md\n")).toEqual([]);
  expect(hrefsOf("[Note]: this is text\n")).toEqual([]);
  expect(hrefsOf("x\n\n    [a]: b.md\ntext [c]: d.md\n[e]:\n")).toEqual([]);
});

test("code spans close with as many backticks as they opened", () => {
  expect(codeOf("`a` ``b ` c`` ```d```")).toEqual(["a", "b ` c", "d"]);
  expect(codeOf("`a`` b` c")).toEqual(["a`` b"]);
  expect(codeOf("\\`a\\` `b`")).toEqual(["b"]);
  expect(codeOf("[`a`](b)")).toEqual(["a"]);
});

test("a stray backtick does not reach into the next paragraph, item or row", () => {
  expect(hrefsOf("a ` tick\n\n[a](b)\n\nanother ` tick")).toEqual(["b"]);
  expect(hrefsOf("- a ` tick\n- [a](b)\n- another ` tick")).toEqual(["b"]);
  expect(hrefsOf("| a ` |\n| [a](b) |\n| ` |")).toEqual(["b"]);
  expect(hrefsOf("# a `\n[a](b) and `")).toEqual(["b"]);
});

test("a code span can cross a line break inside its paragraph", () => {
  expect(codeOf("`a\nb`")).toEqual(["a\nb"]);
});

test("comments are found in prose, not in code", () => {
  const text = "a <!-- b --> `<!--` c <!----> d <!--> e";
  expect(outlineOf(text).comments.map(({ start, end }) => text.slice(start, end))).toEqual([
    "<!-- b -->",
    "<!---->",
    "<!-->",
  ]);
});
