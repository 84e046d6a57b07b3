import { expect, test } from "vitest";
import { trimSpan } from "../text/span.ts";
import { type Outline, outlineMarkdown } from "./outline.ts";

function outlineOf(text: string): Outline {
  return outlineMarkdown(text, { start: 0, end: text.length });
}

function hrefsOf(text: string): readonly string[] {
  return outlineOf(text).links.map(({ href }) => href);
}

function blocksOf(text: string): readonly string[] {
  return outlineOf(text).codeBlocks.map(({ start, end }) => text.slice(start, end));
}

function headingsOf(text: string): readonly (readonly [level: number, text: string])[] {
  return outlineOf(text).headings.map((heading) => [heading.level, heading.text]);
}

test("headings have a level, a text and a place", () => {
  const text = "# One\n\ntext\n   ###### Six ##\r\n## Using C#\n";
  const { headings } = outlineOf(text);
  expect(
    headings.map(({ level, text: title, span }) => [level, title, text.slice(span.start, span.end)]),
  ).toEqual([
    [1, "One", "# One"],
    [6, "Six", "###### Six ##"],
    [2, "Using C#", "## Using C#"],
  ]);
});

test.each(["#hashtag", "####### seven", "text\n    # indented", "text # no", "\\# no"])(
  "%j is not a heading",
  (text) => {
    expect(headingsOf(text)).toEqual([]);
  },
);

test("a fence contains neither headings nor links", () => {
  const text = "```sh\n# comment\n[a](b)\n```\n# Title\n[c](d)\n";
  expect([blocksOf(text), headingsOf(text), hrefsOf(text)]).toEqual([
    ["# comment\n[a](b)\n"],
    [[1, "Title"]],
    ["d"],
  ]);
});

test("a fence is closed by at least as many marks of the same kind, alone on a line", () => {
  expect(blocksOf("````md\n```\ninner\n```\n````\n")).toEqual(["```\ninner\n```\n"]);
  expect(blocksOf("~~~\n```\n~~~~\nafter")).toEqual(["```\n"]);
  expect(blocksOf("```\na ```\n``` b\n```  \nafter")).toEqual(["a ```\n``` b\n"]);
});

test("a fence may be indented in a list, or start on the line of an item", () => {
  expect(blocksOf("1. Run:\n   ```bash\n   ls\n   ```\n- ~~~\n  x\n  ~~~\n[a](b)")).toEqual([
    "   ls\n",
    "  x\n",
  ]);
  expect(hrefsOf("1. Run:\n   ```bash\n   [x](y)\n   ```\n- [a](b)")).toEqual(["b"]);
});

test("an unclosed fence extends to the end", () => {
  const text = "[a](b)\n```js\n[c](d)\n# no";
  expect([blocksOf(text), hrefsOf(text), headingsOf(text)]).toEqual([["[c](d)\n# no"], ["b"], []]);
  expect(blocksOf("```")).toEqual([""]);
});

test("three backticks with another one later on the line are inline code", () => {
  const text = "```a``` and [b](c)\n";
  expect([blocksOf(text), hrefsOf(text)]).toEqual([[], ["c"]]);
});

test("a comment hides fences and headings inside it, but not after it", () => {
  const text = "<!--\n```\n\n# no\n[a](b)\n-->\n# Yes\n[c](d)\n";
  expect([blocksOf(text), headingsOf(text), hrefsOf(text)]).toEqual([[], [[1, "Yes"]], ["d"]]);
  expect(outlineOf(text).comments).toEqual([{ start: 0, end: text.indexOf("\n# Yes") }]);
});

test("an underlined paragraph is a heading; an underlined definition is not", () => {
  expect(headingsOf("Title\n===\n\ntwo\nlines\n---\n\n- item\n---\n\n[a]: b\n===\n")).toEqual([
    [1, "Title"],
    [2, "two lines"],
  ]);
  const text = "x\n\nTitle\n===\n";
  expect(outlineOf(text).headings.map(({ span }) => text.slice(span.start, span.end))).toEqual([
    "Title\n===",
  ]);
});

test("indented code contains neither headings nor links, unless it continues a paragraph or an item", () => {
  const text = "    [a](b)\n\n    # no\n\ntext\n    [c](d)\n\n- item\n\n    [e](f)\n\n      [g](h)\n";
  expect([blocksOf(text), headingsOf(text), hrefsOf(text)]).toEqual([
    ["[a](b)\n\n    # no\n", "[g](h)"],
    [],
    ["d", "f"],
  ]);
});

test("HTML blocks contain no Markdown, and <pre> is code", () => {
  const text =
    "<pre>\n# no\n\n[a](b)\n</pre>\n\n<div>\n[c](d)\n</div>\n\n<b>[e](f)</b>\n\n<a href='[g](h)'>x</a>\n";
  expect([blocksOf(text), headingsOf(text), hrefsOf(text)]).toEqual([
    ["<pre>\n# no\n\n[a](b)\n</pre>\n"],
    [],
    ["f"],
  ]);
});

test("quotes and nested lists contain blocks", () => {
  const text = "> # One\n> ```\n> [a](b)\n> ```\n\n1. - ## Two\n\n     [c](d)\n";
  expect([headingsOf(text), hrefsOf(text)]).toEqual([
    [
      [1, "One"],
      [2, "Two"],
    ],
    ["d"],
  ]);
});

test("offsets are into the whole text when only a part is read", () => {
  const text = "---\na: '[x](y)'\n---\n\n# T\n[a](b)\n";
  const start = text.indexOf("\n\n#");
  const { headings, links } = outlineMarkdown(text, { start, end: text.length });
  expect([headings[0]?.span.start, links.map(({ span }) => text.slice(span.start, span.end))]).toEqual([
    start + 2,
    ["b"],
  ]);
});

test("S1-14, C-10: leading and trailing empty lines do not count; 500 is 500", () => {
  const lines = (count: number): string => Array(count).fill("x").join("\n");
  expect(outlineOf("").lineCount).toBe(0);
  expect(outlineOf(" \n\t\n").lineCount).toBe(0);
  expect(outlineOf("x").lineCount).toBe(1);
  expect(outlineOf("\n\nx\n\ny\n\n").lineCount).toBe(3);
  expect(outlineOf(lines(500)).lineCount).toBe(500);
  expect(outlineOf(`${lines(500)}\n`).lineCount).toBe(500);
  expect(outlineOf(`${lines(500)}\r\n`).lineCount).toBe(500);
  expect(outlineOf(lines(501)).lineCount).toBe(501);
});

test("a span is trimmed at both ends, and an empty one does not move", () => {
  expect(trimSpan(" \n a b \t", { start: 0, end: 8 })).toEqual({ start: 3, end: 6 });
  expect(trimSpan("   ", { start: 1, end: 3 })).toEqual({ start: 3, end: 3 });
});

test("lines inside a comment count, even if they look like blocks", () => {
  expect(outlineOf("a <!-- b\n\n# c\n```\n--> d\ne").lineCount).toBe(6);
  expect(outlineOf("# a <!-- b\nc --> d\ne").lineCount).toBe(3);
  expect(outlineOf("a\n<!-- b\n\nc").lineCount).toBe(4);
});
