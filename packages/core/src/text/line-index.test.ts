import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineIndex } from "./line-index.ts";

test("lines and columns count from 1", () => {
  const lines = createLineIndex("ab\n\nc");
  expect([0, 1, 2, 3, 4, 5].map(lines.positionAt)).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 3, column: 2 },
  ]);
});

test("CRLF is one line break, and a lone CR is not one", () => {
  const lines = createLineIndex("a\r\nb\rc");
  expect([lines.positionAt(3), lines.positionAt(5)]).toEqual([
    { line: 2, column: 1 },
    { line: 2, column: 3 },
  ]);
  expect([1, 2, 3].map(lines.lineSpan)).toEqual([
    { start: 0, end: 1 },
    { start: 3, end: 6 },
    { start: 6, end: 6 },
  ]);
});

test("columns are UTF-16 code units, as editors count", () => {
  expect(createLineIndex("🙂é\nx").positionAt(3)).toEqual({ line: 1, column: 4 });
});

test("an offset outside the text moves to its nearest end", () => {
  const lines = createLineIndex("ab\nc");
  expect(lines.rangeOf({ start: -5, end: 99 })).toEqual({
    start: { line: 1, column: 1 },
    end: { line: 2, column: 2 },
  });
  expect(createLineIndex("").rangeOf({ start: 0, end: 3 })).toEqual({
    start: { line: 1, column: 1 },
    end: { line: 1, column: 1 },
  });
});

test("every offset can be recovered from its line and column", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "\r", "🙂") }),
      fc.nat(),
      (text, seed) => {
        const offset = seed % (text.length + 1);
        const lines = createLineIndex(text);
        const { line, column } = lines.positionAt(offset);
        expect(lines.lineSpan(line).start + column - 1).toBe(offset);
        expect(line).toBe(text.slice(0, offset).split("\n").length);
      },
    ),
  );
});

test("positions can be queried in any order", () => {
  const lines = createLineIndex("a\nb\nc");
  expect([4, 0, 2].map((offset) => lines.positionAt(offset).line)).toEqual([3, 1, 2]);
  expect(createLineIndex("a\nb\nc").lineSpan(2)).toEqual({ start: 2, end: 3 });
});
