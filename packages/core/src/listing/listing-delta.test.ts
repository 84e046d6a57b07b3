import { expect, test } from "vitest";
import { createListing } from "./create-listing.ts";
import type { ListedSkill } from "./listed-skill.ts";
import type { Listing, ListingOptions } from "./listing.ts";
import { listingDelta } from "./listing-delta.ts";

const pdf = { id: "pdf", description: "Reads PDF files." };
const csv = { id: "csv", description: "Reads CSV files." };
const others = Array.from({ length: 9 }, (_, index) => ({
  id: `other-${index}`,
  description: `Does another thing, number ${index}, which takes some words to describe.`,
}));

function listing(skills: readonly ListedSkill[], options: Partial<ListingOptions> = {}): Listing {
  return createListing(skills, { placement: "message", budget: { bytes: 16_384 }, ...options });
}

test("an unchanged list needs no message", () => {
  expect(listingDelta(listing([pdf, csv]), listing([csv, pdf]))).toBe("");
});

test("added, changed and removed skills have a block each", () => {
  const before = listing([...others, pdf, { id: "old", description: "Is old." }]);
  const after = listing([...others, { ...pdf, description: "Reads & writes PDF files." }, csv]);
  expect(listingDelta(before, after)).toBe(`<system-reminder>
The skills you can use have changed; the rest of the earlier list still holds.
<added_skills>
  <skill name="csv" description="Reads CSV files." />
</added_skills>
<changed_skills>
  <skill name="pdf" description="Reads &amp; writes PDF files." />
</changed_skills>
<removed_skills>
  <skill name="old" />
</removed_skills>
</system-reminder>`);
});

test("sends the whole list if that is shorter", () => {
  const after = listing([pdf]);
  expect(listingDelta(listing([...others, csv]), after)).toBe(after.text);
});

test("the first list is sent whole, and an empty one is announced", () => {
  expect(listingDelta(listing([]), listing([pdf]))).toBe(listing([pdf]).text);
  expect(listingDelta(listing([pdf]), listing([]))).toBe(
    "<system-reminder>\nThe skills listed earlier are no longer available.\n</system-reminder>",
  );
});

test("descriptions that are only truncated differently have not changed", () => {
  const options = { budget: { bytes: 1000 } };
  const delta = listingDelta(listing(others, options), listing([...others, pdf], options));
  expect(listing(others, options).tier).toBe("truncated");
  expect(delta).toContain('<added_skills>\n  <skill name="pdf"');
  expect(delta).not.toContain("changed_skills");
});

test("a moved skill has changed if its location is listed", () => {
  const at = (location: string): Listing =>
    listing([...others, { ...pdf, location }], { includeLocation: true });
  expect(listingDelta(at("/a/SKILL.md"), at("/b/SKILL.md"))).toContain(
    '<changed_skills>\n  <skill name="pdf" description="Reads PDF files." location="/b/SKILL.md" />',
  );
  expect(listingDelta(listing([{ ...pdf, location: "/a" }]), listing([{ ...pdf, location: "/b" }]))).toBe("");
});

const thousand = Array.from({ length: 1000 }, (_, index) => ({ ...pdf, id: `pdf-${index}` }));

test("in a searchable catalog, a skill that is no longer shown may still exist", () => {
  const shown = (best: string): Listing => listing(thousand, { budget: { bytes: 900 }, best: [best] });
  expect(listingDelta(shown("pdf-7"), shown("pdf-9"))).toBe(`<system-reminder>
The skills you can use have changed; the rest of the earlier list still holds.
<added_skills>
  <skill name="pdf-9" description="Reads PDF files." />
</added_skills>
<search_before_use>
  <skill name="pdf-7" />
</search_before_use>
</system-reminder>`);
});

test("a new number of searchable skills is announced", () => {
  const options = { budget: { bytes: 900 } };
  expect(listingDelta(listing(thousand, options), listing(thousand.slice(1), options))).toContain(
    "999 skills; call `skills_search` with what you need.",
  );
});

test("a list that is complete again is sent whole, so that the model stops searching", () => {
  const after = listing(others);
  expect(listingDelta(listing(thousand, { budget: { bytes: 900 } }), after)).toBe(after.text);
});

test("a list in another format is sent whole", () => {
  const after = listing([...others, pdf], { format: "bullets" });
  expect(listingDelta(listing(others), after)).toBe(after.text);
});
