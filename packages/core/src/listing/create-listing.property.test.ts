import fc from "fast-check";
import { expect, test } from "vitest";
import { promptFormats } from "../prompt/to-prompt.ts";
import { createListing } from "./create-listing.ts";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";
import type { ListingOptions } from "./listing.ts";

const text = fc.oneof(
  fc.lorem({ maxCount: 30 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(..."<>&\"'\n\t.,中é🙂 a"), maxLength: 300 }),
);
const id = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}(?::[a-z]{1,8})?$/),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const skill: fc.Arbitrary<ListedSkill> = fc.record(
  {
    id,
    description: text,
    location: fc.string({ unit: "binary", maxLength: 40 }),
    tags: fc.array(fc.string({ maxLength: 10 }), { maxLength: 4 }),
  },
  { requiredKeys: ["id", "description"] },
);
const skills = fc.array(skill, { maxLength: 40 });

const settings = fc.record(
  {
    placement: fc.constantFrom("tool", "system", "message"),
    format: fc.constantFrom(...promptFormats),
    access: fc.constantFrom("tool", "file"),
    includeLocation: fc.boolean(),
    includeTags: fc.boolean(),
    wording: fc.constantFrom("full", "short"),
  },
  { requiredKeys: ["placement"] },
);

/** Options in which some of the skills are the best and some were used. */
function optionsFor(
  given: readonly ListedSkill[],
  chosen: Omit<ListingOptions, "best">,
  seed: number,
): ListingOptions {
  return {
    ...chosen,
    best: given.filter((_, index) => (index * 7 + seed) % 5 === 0).map((one) => one.id),
    usage: new Map(given.map((one, index) => [one.id, (index * seed) % 9])),
  };
}

test("C-27: a listing never exceeds its budget, and its byte count is exact", () => {
  fc.assert(
    fc.property(skills, settings, fc.tuple(fc.nat(4000), fc.nat(99)), (given, chosen, [bytes, seed]) => {
      const listing = createListing(given, { ...optionsFor(given, chosen, seed), budget: { bytes } });
      expect(Buffer.byteLength(listing.text)).toBe(listing.bytes);
      expect(listing.bytes).toBeLessThanOrEqual(bytes);
      const inTokens = createListing(given, {
        ...optionsFor(given, chosen, seed),
        budget: { tokens: bytes / 4 },
      });
      expect(inTokens.tokens).toBeLessThanOrEqual(Math.ceil(bytes / 4));
    }),
    { numRuns: 400 },
  );
});

test("every skill is listed or counted as dropped, as the tier says", () => {
  fc.assert(
    fc.property(skills, settings, fc.nat(4000), (given, chosen, bytes) => {
      const {
        entries,
        listed,
        tier,
        dropped,
        text: written,
      } = createListing(given, {
        ...optionsFor(given, chosen, bytes),
        budget: { bytes },
      });
      expect(entries).toHaveLength(listed);
      expect(listed + dropped.skills.count).toBe(given.length);
      expect(dropped.shortened.count + dropped.descriptions.count).toBeLessThanOrEqual(listed);
      expect(dropped.skills.ids).toHaveLength(Math.min(dropped.skills.count, listingLimits.reportedIds));
      expect(written === "").toBe(tier === "none");
      if (tier === "full") expect([dropped.shortened.count, dropped.descriptions.count]).toEqual([0, 0]);
      if (tier === "truncated") expect(dropped.descriptions.count).toBe(0);
      if (tier !== "search" && tier !== "none") expect(dropped.skills.count).toBe(0);
    }),
  );
});

test("the same skills in any order make the same bytes", () => {
  fc.assert(
    fc.property(skills, settings, fc.nat(4000), (given, chosen, bytes) => {
      const options = { ...optionsFor(given, chosen, bytes), budget: { bytes } };
      const listing = createListing(given, options);
      const shuffled = given.toSorted((a, b) => b.description.length - a.description.length).toReversed();
      expect(createListing(shuffled, options)).toEqual(listing);
      const ids = listing.entries.map((entry) => entry.skill.id);
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    }),
  );
});

test("a larger budget never lists fewer skills or gives a smaller text of the same tier", () => {
  const plain = fc.array(fc.record({ id: fc.stringMatching(/^[a-z]{1,12}$/), description: fc.lorem() }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(plain, fc.tuple(fc.nat(3000), fc.nat(500)), (given, [bytes, added]) => {
      const small = createListing(given, { placement: "system", budget: { bytes } });
      const large = createListing(given, { placement: "system", budget: { bytes: bytes + added } });
      expect(large.listed).toBeGreaterThanOrEqual(small.listed);
      expect(large.dropped.descriptions.count).toBeLessThanOrEqual(
        small.dropped.descriptions.count + small.dropped.skills.count,
      );
    }),
  );
});
