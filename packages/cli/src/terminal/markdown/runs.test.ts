import { expect, test } from "vitest";
import { type Run, unpainted, wrapRuns } from "./runs.ts";

const plain = (text: string): Run => ({ text, paint: unpainted });
const marked = (text: string): Run => ({ text, paint: loud });
const loud = (text: string): string => `<${text}>`;

test("lines break at spaces and the space at the break is dropped", () => {
  expect(wrapRuns([plain("one two three")], 7)).toEqual(["one two", "three"]);
});

test("a style that spans a break is closed and opened again, with its inner spaces in it", () => {
  expect(wrapRuns([plain("see "), marked("a b c"), plain(".")], 7)).toEqual(["see <a b>", "<c>."]);
});

test("pieces of different style without a space between them stay together", () => {
  expect(wrapRuns([plain("one "), marked("two"), plain(", three")], 9)).toEqual(["one <two>,", "three"]);
});

test("a word wider than the line is cut", () => {
  expect(wrapRuns([plain("a abcdefgh b")], 5)).toEqual(["a", "abcde", "fgh b"]);
});

test("East Asian characters take two columns", () => {
  expect(wrapRuns([plain("日本語の文字")], 6)).toEqual(["日本語", "の文字"]);
});

test("a line break in the text ends the line, and spaces at the start of a text stay", () => {
  expect(wrapRuns([plain("  a\nb")], 10)).toEqual(["  a", "b"]);
});

test("a control character is spelled out before it is measured", () => {
  expect(wrapRuns([plain("a\u001b[2J b")], 80)).toEqual(["a\\u{1b}[2J b"]);
});

test("an empty text is one empty line", () => {
  expect(wrapRuns([], 10)).toEqual([""]);
});
