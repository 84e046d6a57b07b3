import { expect, test } from "vitest";
import { createLineIndex } from "../text/line-index.ts";
import { textIn } from "./source-text.ts";

const text = "one\r\ntwo 😀\n\nfour";

test("offsets become lines and columns in UTF-16 code units", () => {
  expect(createLineIndex(text).rangeOf({ start: 9, end: 17 })).toEqual({
    start: { line: 2, column: 5 },
    end: { line: 4, column: 5 },
  });
});

test("an offset right after a line break is the start of the next line", () => {
  expect(createLineIndex(text).rangeOf({ start: 5, end: 12 })).toEqual({
    start: { line: 2, column: 1 },
    end: { line: 3, column: 1 },
  });
});

test("the text in the range of a span is the text of the span", () => {
  for (let start = 0; start <= text.length; start++) {
    for (let end = start; end <= text.length; end++) {
      expect(textIn(text, createLineIndex(text).rangeOf({ start, end }))).toBe(text.slice(start, end));
    }
  }
});
