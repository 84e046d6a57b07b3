import { limits } from "../limits.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { layOutAll } from "./lay-out-all.ts";
import { layOutSome } from "./lay-out-some.ts";
import { listingLimits } from "./limits.ts";
import type { ListLayout, ShownSkill } from "./list-layout.ts";
import { compareSkills, type ListedSkill } from "./listed-skill.ts";
import type { LeftOut, Listing, ListingTier } from "./listing.ts";
import { type ListingOptions, resolveListingOptions } from "./listing-options.ts";
import { takeFirst } from "./take-first.ts";

/**
 * Renders the list of skills for a model: full descriptions if the budget allows, then shorter descriptions, then names,
 * then a few skills and a search tool. The same skills produce the same bytes in any order, so that prompt caches hold.
 *
 * @example
 * createListing([{ id: "pdf", description: "Reads PDF files." }], { placement: "tool", budget: { bytes: 1024 } });
 */
export function createListing(skills: readonly ListedSkill[], options: ListingOptions): Listing {
  const settings = resolveListingOptions(options);
  const nameable = skills.filter(isNameable);
  const layout =
    nameable.length === 0 ? undefined : (layOutAll(nameable, settings) ?? layOutSome(nameable, settings));
  const shown = layout?.shown ?? [];
  const text = layout === undefined ? "" : write(layout);
  return {
    text,
    tier: tierOf(layout),
    placement: settings.placement,
    format: settings.format,
    bytes: utf8Bytes(text),
    tokens: estimateTokens(text),
    listed: shown.length,
    entries: shown.map((one) => ({ skill: one.skill, text: one.text })),
    more: layout?.more ?? "",
    dropped: {
      shortened: leftOut(skillsWith(shown, "shortened")),
      descriptions: leftOut(skillsWith(shown, "missing")),
      skills: leftOut([...(layout?.rest ?? nameable), ...skills.filter((skill) => !isNameable(skill))]),
    },
  };
}

/** A huge name must not displace all others. */
function isNameable({ id }: ListedSkill): boolean {
  return id.length <= limits.listedName;
}

function write({ wrapper, shown, more }: ListLayout): string {
  return wrapper.write(shown.map(({ text, separator }) => text + separator).join(""), more);
}

function tierOf(layout: ListLayout | undefined): ListingTier {
  if (layout === undefined) return "none";
  if (layout.more !== "") return "search";
  if (skillsWith(layout.shown, "missing").length > 0) return "names";
  return skillsWith(layout.shown, "shortened").length > 0 ? "truncated" : "full";
}

function skillsWith(
  shown: readonly ShownSkill[],
  description: ShownSkill["description"],
): readonly ListedSkill[] {
  return shown.filter((one) => one.description === description).map((one) => one.skill);
}

/** Capped, so that a report on 100,000 skills does not fill a context itself. */
function leftOut(skills: readonly ListedSkill[]): LeftOut {
  const first = takeFirst(skills, listingLimits.reportedIds, compareSkills);
  return { count: skills.length, ids: first.map(({ id }) => id.slice(0, limits.listedName)) };
}
