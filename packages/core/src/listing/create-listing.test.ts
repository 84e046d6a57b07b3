import { expect, test } from "vitest";
import { createListing } from "./create-listing.ts";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";

const words =
  "Extracts text and tables from PDF files, fills in forms and merges documents. Use it when a task mentions PDF.";

/** Skills a00, a01, … with one long description each. */
function skills(count: number, tags: readonly string[] = []): readonly ListedSkill[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `a${String(index).padStart(2, "0")}`,
    description: words,
    tags,
  }));
}
const none = { count: 0, ids: [] };

test("without skills the listing is empty, so no tool is offered for them either", () => {
  expect(createListing([], { placement: "tool" })).toEqual({
    text: "",
    tier: "none",
    placement: "tool",
    format: "quoted-lines",
    bytes: 0,
    tokens: 0,
    listed: 0,
    entries: [],
    more: "",
    dropped: { shortened: none, descriptions: none, skills: none },
  });
});

test("a budget too small for any text gives an empty text, and the report counts every skill", () => {
  const listing = createListing(skills(2), { placement: "tool", budget: { bytes: 20 } });
  expect(listing).toMatchObject({
    text: "",
    tier: "none",
    dropped: { skills: { count: 2, ids: ["a00", "a01"] } },
  });
});

test.each(["tool", "system", "message"] as const)(
  "the smallest documented budget has room to mention skills in %s",
  (placement) => {
    const budget = { bytes: listingLimits.listingMinimumBytes };
    expect(createListing(skills(90, ["pdf"]), { placement, budget }).more).toMatch(/^90 skills in .* pdf/);
    const { more } = createListing(skills(90, ["pdf"]), { placement, budget, access: "file" });
    expect(more).toMatch(placement === "tool" ? /^90 skills in/ : /^Not listed: \d+ more skills in .* pdf/);
  },
);

test.each([
  [3, "full"],
  [10, "truncated"],
  [50, "names"],
  [100, "search"],
] as const)("C-27: %i skills in 1 KB of tool description are listed as %s", (count, tier) => {
  const listing = createListing(skills(count), { placement: "tool", budget: { bytes: 1024 } });
  expect(listing.tier).toBe(tier);
  expect(listing.bytes).toBe(Buffer.byteLength(listing.text));
  expect(listing.tokens).toBe(Math.ceil(listing.text.length / 4));
  expect(listing.bytes).toBeLessThanOrEqual(1024);
});

test("the report counts shortened, missing and unlisted skills", () => {
  const { dropped, listed } = createListing(skills(30), {
    placement: "message",
    format: "bullets",
    budget: { bytes: 600 },
    usage: new Map([["a07", 3]]),
  });
  expect(listed).toBe(30);
  expect(dropped.shortened).toEqual({ count: 4, ids: ["a00", "a01", "a02", "a07"] });
  expect(dropped.descriptions).toEqual({ count: 26, ids: expect.arrayContaining(["a03", "a04"]) });
  expect(dropped.descriptions.ids).toHaveLength(listingLimits.reportedIds);
  expect(dropped.skills).toEqual(none);
});

test("tokens are a budget too, and the tighter limit applies", () => {
  const options = { placement: "system" } as const;
  const inTokens = createListing(skills(20), { ...options, budget: { tokens: 200 } });
  expect(inTokens.tokens).toBeLessThanOrEqual(200);
  expect(createListing(skills(20), { ...options, budget: { bytes: 800, tokens: 9999 } }).text).toBe(
    inTokens.text,
  );
});

test.each([Number.NaN, -1, 0])("a budget of %d bytes lists nothing", (bytes) => {
  expect(createListing(skills(1), { placement: "tool", budget: { bytes } }).text).toBe("");
});

test("the default budget bounds a listing", () => {
  const bounded = createListing(skills(100), { placement: "system", budget: { bytes: 16_384 } });
  expect(bounded.tier).toBe("truncated");
  expect(bounded.bytes).toBeLessThanOrEqual(16_384);
  const listing = createListing(skills(100), { placement: "system" });
  expect(listing.bytes).toBeLessThanOrEqual(listingLimits.listingBytes);
});

test.each(["tool", "system", "message"] as const)(
  "by default, 248 skills cost less than 1 KB in %s, and a search finds the rest",
  (placement) => {
    const listing = createListing(skills(248), { placement, best: ["a33"] });
    expect(listing.bytes).toBeLessThanOrEqual(1024);
    expect(listing).toMatchObject({
      tier: "search",
      listed: 1,
      more: expect.stringMatching(/^247 more skills; call/),
    });
  },
);

test("the most used skills keep the longest descriptions, and the rest get equal shares", () => {
  const { entries } = createListing(skills(6), {
    placement: "system",
    format: "bullets",
    budget: { bytes: 620 },
    usage: new Map([
      ["a04", 40],
      ["a02", 2],
    ]),
  });
  const lengths = Object.fromEntries(entries.map(({ skill, text }) => [skill.id, text.length]));
  expect(lengths.a04).toBeGreaterThan(lengths.a02 ?? 0);
  expect(lengths.a02).toBeGreaterThan(lengths.a00 ?? 0);
  expect(new Set([lengths.a00, lengths.a01, lengths.a03, lengths.a05]).size).toBe(1);
});

test("skills found for the task keep their descriptions before more used ones", () => {
  const { entries } = createListing(skills(20), {
    placement: "system",
    format: "bullets",
    budget: { bytes: 700 },
    best: ["a09", "gone", "a03"],
    usage: new Map([["a00", 1000]]),
  });
  const whole = entries.filter(({ text }) => text.endsWith("mentions PDF."));
  expect(whole.map(({ skill }) => skill.id)).toEqual(["a03", "a09"]);
});

test("if names do not fit, the best and most used are listed, with the categories of the rest", () => {
  const many = [...skills(90, ["office", "PDF"]), { id: "z", description: "Cuts video.", tags: ["media"] }];
  const listing = createListing(many, {
    placement: "system",
    format: "bullets",
    budget: { bytes: 640 },
    best: ["z"],
    usage: new Map([["a50", 7]]),
  });
  expect(listing).toMatchObject({ tier: "search", listed: 2, dropped: { skills: { count: 89 } } });
  expect(listing.entries.map(({ text }) => text)).toEqual([`- a50: ${words}`, "- z: Cuts video."]);
  expect(listing.more).toBe(
    "89 more skills in these categories: office (89), pdf (89); call `skills_search` with what you need.",
  );
});

test("skills found for the task take precedence over names", () => {
  const options = { placement: "system", format: "bullets", budget: { bytes: 640 } } as const;
  expect(createListing(skills(70), options).tier).toBe("names");
  const listing = createListing(skills(70), { ...options, best: ["a33"] });
  expect(listing).toMatchObject({ tier: "search", entries: [{ text: `- a33: ${words}` }] });
});

test("if no skill was found or used, none is shown instead of an arbitrary few", () => {
  const listing = createListing(skills(99), { placement: "system", budget: { bytes: 640 } });
  expect(listing).toMatchObject({ tier: "search", listed: 0 });
  expect(listing.text).not.toContain("available_skills");
  expect(listing.text).toMatch(/99 skills; call `skills_search` with what you need\.$/);
});

test("a single unlisted skill is singular", () => {
  const { more } = createListing([{ id: "x".repeat(200), description: words }], {
    placement: "tool",
    budget: { bytes: 640 },
  });
  expect(more).toBe("1 skill; call `skills_search` with what you need.");
});

test("without a search tool, as many names as fit are listed", () => {
  const listing = createListing(skills(99), {
    placement: "system",
    format: "bullets",
    access: "file",
    budget: { bytes: 640 },
    usage: new Map([["a98", 1]]),
  });
  expect(listing.entries.map(({ text }) => text).slice(-3)).toEqual(["- a38", "- a39", `- a98: ${words}`]);
  expect(listing.more).toBe("Not listed: 58 more skills.");
});

test("S4-11: the location is listed only on request, or when files are read instead of a tool called", () => {
  const pdf = [{ id: "pdf", description: "Reads.", location: "/skills/pdf/SKILL.md" }];
  const lineOf = (options: object): string | undefined =>
    createListing(pdf, { placement: "message", ...options }).entries[0]?.text.trim();
  expect(lineOf({})).toBe('<skill name="pdf" description="Reads." />');
  const located = '<skill name="pdf" description="Reads." location="/skills/pdf/SKILL.md" />';
  expect(lineOf({ includeLocation: true })).toBe(located);
  expect(lineOf({ access: "file" })).toBe(located);
});

test("S3-7: tags are listed on request", () => {
  const { entries } = createListing([{ id: "pdf", description: "Reads.", tags: ["office", "forms"] }], {
    placement: "tool",
    includeTags: true,
  });
  expect(entries[0]?.text).toBe('"pdf": Reads. [office, forms]');
});

test("the tools have the host's names", () => {
  const options = { skillTool: "use_skill", searchTool: "find_skill", budget: { bytes: 700 } } as const;
  const { text } = createListing(skills(99), { placement: "message", ...options });
  expect(text).toContain("first call `use_skill` with");
  expect(text).toContain("or found with `find_skill`");
  expect(text).toContain("; call `find_skill` with what you need.");
});

test("S3-31: the long wording is used if the budget has room for it, or on request", () => {
  const titleOf = (options: object): boolean =>
    createListing(skills(1), { placement: "tool", ...options }).text.includes("## Rules");
  expect(titleOf({ budget: { bytes: 16_384 } })).toBe(true);
  expect(titleOf({ wording: "full" })).toBe(true);
  expect(titleOf({})).toBe(false);
  expect(titleOf({ budget: { bytes: 2048 } })).toBe(false);
  expect(titleOf({ budget: { bytes: 2048 }, wording: "full" })).toBe(true);
  expect(titleOf({ wording: "short" })).toBe(false);
});

test("a skill without a description is listed by name, and nothing is reported missing", () => {
  const listing = createListing([{ id: "bare", description: " " }], { placement: "tool" });
  expect(listing).toMatchObject({ tier: "full", entries: [{ text: '"bare"' }] });
  expect(listing.dropped.descriptions).toEqual(none);
});
