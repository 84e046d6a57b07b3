import fc from "fast-check";
import { expect, test } from "vitest";
import { countCodePoints, decodeUtf8, truncateAtLine } from "./utf8.ts";

test("C-11: an emoji counts as one, a combined letter as two, half a pair as one", () => {
  expect(["", "abc", "🙂", "e\u0301", "\ud83d", "\ude42\ud83d", "👩‍💻"].map(countCodePoints)).toEqual([
    0, 3, 1, 2, 1, 2, 3,
  ]);
});

test("the first and the last surrogate pairs count as one", () => {
  expect(["\ud800\udc00", "\udbff\udfff", "\ud800\udfff", "\udbff\udc00"].map(countCodePoints)).toEqual([
    1, 1, 1, 1,
  ]);
});

test("the count equals that of the text's iterator", () => {
  const units = fc.constantFrom("a", "é", "🙂", "\ud83d", "\ude42");
  fc.assert(fc.property(fc.string({ unit: units }), (text) => countCodePoints(text) === [...text].length));
});

test("UTF-8 is decoded, including its byte order mark", () => {
  expect(decodeUtf8(new TextEncoder().encode("\uFEFFé🙂"))).toBe("\uFEFFé🙂");
  expect(decodeUtf8(new Uint8Array())).toBe("");
});

test.each([
  ["a byte that starts nothing", [0xff]],
  ["Latin-1", [0x63, 0x61, 0x66, 0xe9]],
  ["a character cut short", [0xf0, 0x9f, 0x99]],
  ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
  ["an overlong slash", [0xc0, 0xaf]],
  ["UTF-16", [0xff, 0xfe, 0x2d, 0x00]],
])("%s is not UTF-8", (_, bytes) => {
  expect(decodeUtf8(new Uint8Array(bytes))).toBeUndefined();
});

test("bytes either decode to text that encodes to the same bytes, or are rejected", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
      const text = decodeUtf8(bytes);
      if (text !== undefined) expect(new TextEncoder().encode(text)).toEqual(bytes);
    }),
  );
});

test("a text that fits is the text", () => {
  expect(truncateAtLine("", 0)).toBe("");
  expect(truncateAtLine("a\nb", 3)).toBe("a\nb");
  expect(truncateAtLine("é", 2)).toBe("é");
});

test("a longer one is cut after its last complete line", () => {
  expect(truncateAtLine("one\ntwo\nthree", 9)).toBe("one\ntwo");
  expect(truncateAtLine("one\ntwo\nthree", 7)).toBe("one\ntwo");
  expect(truncateAtLine("one\ntwo\nthree", 6)).toBe("one");
});

test("a single long line is cut between characters", () => {
  expect(truncateAtLine("abcdef", 4)).toBe("abcd");
  expect(truncateAtLine("ééé", 3)).toBe("é");
  expect(truncateAtLine("🙂🙂", 7)).toBe("🙂");
  expect(truncateAtLine("\nabcdef", 4)).toBe("\nabc");
});

test("the result is a prefix of the text, fits, and is the whole text only if that fits", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "🙂", "\n"), maxLength: 30 }),
      fc.nat(60),
      (text, max) => {
        const result = truncateAtLine(text, max);
        expect(text.startsWith(result)).toBe(true);
        expect(Buffer.byteLength(result)).toBeLessThanOrEqual(max);
        expect(result.isWellFormed()).toBe(true);
        if (result !== text) expect(Buffer.byteLength(text)).toBeGreaterThan(max);
      },
    ),
  );
});
