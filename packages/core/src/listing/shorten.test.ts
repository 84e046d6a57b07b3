import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeXml } from "../prompt/markup.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { cutAt, escapedBytes, shorten } from "./shorten.ts";

const wellFormed = fc.string({ unit: "grapheme" }).map((text) => text.replace(/\p{C}/gu, "x"));

test.each([
  ["Reads PDF files.", 16, "Reads PDF files."],
  ["Reads PDF files.", 15, "Reads PDF…"],
  ["Reads, writes and merges.", 11, "Reads…"],
  ["Donaudampfschifffahrtsgesellschaft", 20, "Donaudampfschifff…"],
  ["从文件中提取文本和表格", 20, "从文件中提…"],
  ["Reads", 3, ""],
])("%j in %i bytes is %j: cut between words, or anywhere in a long one", (text, maxBytes, expected) => {
  expect(shorten(text, maxBytes)).toBe(expected);
});

test.each(["👩‍👩‍👧‍👦", "👍🏽", "é", "🏳️‍🌈", "❤️"])("%s is shown whole or not at all", (character) => {
  for (let end = 1; end < character.length; end++) expect(cutAt(`a${character}b`, 1 + end)).toBe("a…");
});

test("escaped characters count with their escapes", () => {
  expect(shorten("a & b & c & d", 11)).toBe("a &…");
  expect(utf8Bytes(escapeXml("a &…"))).toBe(10);
});

test("counts the bytes of the escaped text", () => {
  fc.assert(
    fc.property(wellFormed, fc.string({ unit: fc.constantFrom(..."&<>\"'é中🙂 ") }), (text, marks) => {
      expect(escapedBytes(text + marks)).toBe(utf8Bytes(escapeXml(text + marks)));
    }),
  );
});

test("a shortened text is never over its bytes, and is the start of the text", () => {
  fc.assert(
    fc.property(wellFormed, fc.nat(60), (text, maxBytes) => {
      const short = shorten(text, maxBytes);
      expect(utf8Bytes(escapeXml(short))).toBeLessThanOrEqual(Math.max(0, maxBytes));
      expect(text.startsWith(short.replace(/…$/, ""))).toBe(true);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});

test("truncating twice gives the same text", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 20 }), fc.integer({ min: 20, max: 80 }), (text, maxBytes) => {
      const short = shorten(text, maxBytes);
      expect(shorten(text, escapedBytes(short))).toBe(short);
    }),
  );
});
