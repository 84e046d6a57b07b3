import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareCodePoints,
  pythonStrip,
  toOriginalOffset,
  toPythonJson,
  toPythonRepr,
  toPythonString,
  toUniversalNewlines,
} from "./python.ts";

test("a string is unchanged", () => {
  expect(toPythonString("it's")).toBe("it's");
});

test("mappings and lists are written as Python writes them", () => {
  const value = new Map([["b", ["c", new Map([["d", ""]])]]]);
  expect(toPythonString(value)).toBe("{'b': ['c', {'d': ''}]}");
});

test.each([
  ["plain", "'plain'"],
  ["it's", `"it's"`],
  ['say "hi"', `'say "hi"'`],
  [`it's "both"`, `'it\\'s "both"'`],
  ["a\\b\n\t\r", "'a\\\\b\\n\\t\\r'"],
  ["\0\x7f\x85\xa0\xad", "'\\x00\\x7f\\x85\\xa0\\xad'"],
  ["\u200b\u2028\u3000\ufeff", "'\\u200b\\u2028\\u3000\\ufeff'"],
  ["\u{e0041}\u{10ffff}", "'\\U000e0041\\U0010ffff'"],
  ["é 技 😀", "'é 技 😀'"],
])("the text %j is written %s", (text, repr) => {
  expect(toPythonRepr(text)).toBe(repr);
});

test("objects, maps and lists are indented by two", () => {
  const metadata = new Map([
    ["b", "1"],
    ["1", "2"],
  ]);
  expect(toPythonJson({ name: "a", tools: ["x", "y"], metadata })).toBe(
    '{\n  "name": "a",\n  "tools": [\n    "x",\n    "y"\n  ],\n  "metadata": {\n    "b": "1",\n    "1": "2"\n  }\n}',
  );
});

test("empty collections are printed on one line", () => {
  expect(toPythonJson({ a: [], b: {} })).toBe('{\n  "a": [],\n  "b": {}\n}');
});

test("everything beyond ASCII is escaped", () => {
  expect(toPythonJson('café 😀 "\\/\b\f\n\r\t\x01\x7f\u2028')).toBe(
    '"caf\\u00e9 \\ud83d\\ude00 \\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u2028"',
  );
});

test("any text survives a JSON round trip", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => JSON.parse(toPythonJson(text)) === text));
});

test("whitespace is what Python calls whitespace", () => {
  expect(pythonStrip("\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u3000\t\v a b \n")).toBe("a b");
});

test("a byte order mark and a zero-width space are not whitespace", () => {
  expect(pythonStrip("\ufeff\u200b")).toBe("\ufeff\u200b");
});

test("whitespace alone becomes the empty text", () => {
  expect(pythonStrip(" \n ")).toBe("");
});

test("texts are ordered by code point, a shorter one before its continuation", () => {
  const ordered = ["", "B", "a", "ab", "b", "\uffee", "😀"];
  expect(ordered.toReversed().sort(compareCodePoints)).toEqual(ordered);
});

test("every character keeps its place in the original", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\r", "\n", "\r\n") });
  fc.assert(
    fc.property(texts, (original) => {
      const { text, leftOut } = toUniversalNewlines(original);
      for (let offset = 0; offset < text.length; offset++) {
        const found = original.startsWith("\r\n", toOriginalOffset(offset, leftOut))
          ? "\n"
          : original[toOriginalOffset(offset, leftOut)]?.replace("\r", "\n");
        expect(found).toBe(text[offset]);
      }
      expect(toOriginalOffset(text.length, leftOut)).toBe(original.length);
    }),
  );
});
