import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeText } from "./merge-text.ts";

function merge(base: string, yours: string, theirs: string): string | undefined {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const merged = mergeText({ base: bytesOf(base), yours: bytesOf(yours), theirs: bytesOf(theirs) });
  return merged && new TextDecoder("utf-8", { ignoreBOM: true }).decode(merged);
}

const base = "one\ntwo\nthree\nfour\nfive\n";

test("changes in different places fit together", () => {
  expect(merge(base, `zero\n${base}`, base.replace("five", "FIVE"))).toBe(
    "zero\none\ntwo\nthree\nfour\nFIVE\n",
  );
});

test("the same change on both sides is made once", () => {
  const changed = base.replace("three", "3");
  expect(merge(base, changed, changed)).toBe(changed);
});

test("different changes of one line, of adjacent lines and in one place do not fit", () => {
  expect(merge(base, base.replace("two", "2"), base.replace("two", "II"))).toBeUndefined();
  expect(merge(base, base.replace("two", "2"), base.replace("three", "3"))).toBeUndefined();
  expect(merge(base, `${base}mine\n`, `${base}theirs\n`)).toBeUndefined();
  expect(merge("", "mine\n", "theirs\n")).toBeUndefined();
});

test("a last line without a line break is not joined with another one", () => {
  expect(merge("a\nb\nc", "A\nb\nc", "a\nb\nc\nd\n")).toBe("A\nb\nc\nd\n");
  expect(merge("a\nb", "a\nb\nmine", "A\nb")).toBeUndefined();
});

test("every byte comes out as it went in: byte order marks, CRLF, other scripts", () => {
  expect(
    merge("\ufeffä\r\nb\r\nc\r\nd\r\n", "\ufeffö\r\nb\r\nc\r\nd\r\n", "\ufeffä\r\nb\r\nc\r\n日本\r\n"),
  ).toBe("\ufeffö\r\nb\r\nc\r\n日本\r\n");
});

test("binary files are never merged", () => {
  expect(merge("a\nb\nc\n", "A\nb\nc\n", "a\nb\n\0\n")).toBeUndefined();
  const bytes = Uint8Array.of(0xff, 0x0a, 0x62, 0x0a);
  expect(mergeText({ base: bytes, yours: bytes, theirs: bytes })).toBeUndefined();
});

test("a side that changes nothing takes the other, and the order of sides does not matter", () => {
  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n"), { maxLength: 8 })
    .map((lines) => lines.join(""));
  fc.assert(
    fc.property(text, text, text, (first, yours, theirs) => {
      expect(merge(first, first, theirs)).toBe(theirs);
      expect(merge(first, yours, first)).toBe(yours);
      expect(merge(first, yours, theirs)).toBe(merge(first, theirs, yours));
    }),
  );
});
