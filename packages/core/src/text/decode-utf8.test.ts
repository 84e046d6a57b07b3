import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf8 } from "./decode-utf8.ts";

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

test("bytes either decode to text that encodes to them, or not at all", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
      const text = decodeUtf8(bytes);
      if (text !== undefined) expect(new TextEncoder().encode(text)).toEqual(bytes);
    }),
  );
});
