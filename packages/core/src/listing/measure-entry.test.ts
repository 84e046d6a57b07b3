import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeXml } from "../prompt/markup.ts";
import { promptEntry } from "../prompt/prompt-entry.ts";
import { promptFormats } from "../prompt/to-prompt.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { createListing } from "./create-listing.ts";
import { listingLimits } from "./limits.ts";
import {
  cutAt,
  escapedBytes,
  type MeasuredEntry,
  measureEntry,
  nameEntry,
  separator,
  shorten,
} from "./measure-entry.ts";

const options = { format: "bullets", includeLocation: false, includeTags: false } as const;

function measured(description: string): MeasuredEntry {
  return measureEntry(nameEntry({ id: "a", description }, options), options);
}

test("the size of an entry is known before rendering, in every format", () => {
  const text = fc.string({ unit: "grapheme" }).map((part) => `x${part}`);
  fc.assert(
    fc.property(text, text, fc.constantFrom(...promptFormats), (id, description, format) => {
      const given = { ...options, format, includeLocation: true };
      const one = measureEntry(nameEntry({ id, description, location: `/${id}` }, given), given);
      const name = promptEntry(one.label, format) + separator(format, 0);
      const entry =
        promptEntry({ ...one.label, description: one.description }, format) + separator(format, 1);
      expect([one.nameBytes, one.nameBytes + one.extraBytes + one.descriptionBytes]).toEqual([
        utf8Bytes(name),
        utf8Bytes(entry),
      ]);
    }),
  );
});

test.each([
  ["short enough", "x".repeat(40), 40],
  ["only just too long, so that an ellipsis would make it longer", `${"word ".repeat(8)}x`, 41],
  ["with a place to cut it", `${"word ".repeat(20)}x`, "word word word word word word word word…".length + 2],
  ["with no place to cut it", ".".repeat(90), 90],
])("the least of a description %s", (_, description, bytes) => {
  expect(measured(description).floorBytes).toBe(bytes);
});

test("a very long description is truncated between words and marked, at any budget", () => {
  const description = "word ".repeat(1000);
  expect(measured(description).description).toMatch(/^(?:word )+word…$/);
  const listing = createListing([{ id: "a", description }], { placement: "tool" });
  expect(listing).toMatchObject({ tier: "truncated", dropped: { shortened: { count: 1, ids: ["a"] } } });
  expect(listing.text.length).toBeLessThan(listingLimits.listedDescription + 1500);
});

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

test.each(["👩‍👩‍👧‍👦", "👍🏽", "é", "🏳️‍🌈", "❤️"])("%s is shown whole or omitted", (character) => {
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

test("a shortened text never exceeds its bytes, and is a prefix of the text", () => {
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
