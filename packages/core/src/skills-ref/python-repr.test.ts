import { expect, test } from "vitest";
import { toPythonRepr, toPythonString } from "./python-repr.ts";

test("a text is its own string", () => {
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
