import fc from "fast-check";
import { expect, test } from "vitest";
import { promptEntry } from "../prompt/prompt-entry.ts";
import { promptFormats } from "../prompt/to-prompt.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { createListing } from "./create-listing.ts";
import { listingLimits } from "./limits.ts";
import { type MeasuredEntry, measureEntry, nameEntry, separator } from "./measure.ts";

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
