import { limits } from "../limits.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { areMostTagged, writeCategories } from "./categories.ts";
import { listingLimits } from "./limits.ts";
import {
  type ListLayout,
  type ListSettings,
  type ShownSkill,
  showNames,
  showSkills,
  takeFittingNames,
} from "./list-layout.ts";
import { createListWrapper, moreText } from "./list-wrapper.ts";
import { compareSkills, type ListedSkill } from "./listed-skill.ts";
import {
  estimateTokens,
  type LeftOut,
  type Listing,
  type ListingOptions,
  type ListingTier,
  resolveListingOptions,
} from "./listing.ts";
import { takeFirst } from "./ranking.ts";

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

/**
 * Lists every skill at least by name; undefined if that does not fit, or leaves no room for the descriptions of the
 * skills found for the task.
 */
function layOutAll(skills: readonly ListedSkill[], settings: ListSettings): ListLayout | undefined {
  const wrapper = createListWrapper(settings, "complete");
  const room = settings.budget - wrapper.bytes;
  const labelled = takeFittingNames(skills, room, settings);
  if (labelled.length < skills.length) return undefined;
  const shown = showSkills(labelled, room, settings);
  const isBestLost = shown.some(
    ({ skill, description }) => description === "missing" && settings.ranking.isBest(skill),
  );
  return isBestLost ? undefined : { wrapper, shown, rest: [], more: "" };
}

/**
 * Lists the best skills for the task and the most used ones, and names the tool that finds the others; undefined if not
 * even that fits. Other skills are not shown, since an arbitrary few of a thousand would mislead; without a search tool,
 * as many names as fit are better than none.
 */
function layOutSome(skills: readonly ListedSkill[], settings: ListSettings): ListLayout | undefined {
  const wrapper = createListWrapper(settings, "partial");
  const more = { count: skills.length, isRest: true, categories: "", search: settings.searchTool };
  const room = settings.budget - wrapper.bytes;
  const roomBesideMore = room - utf8Bytes(moreText(more));
  if (roomBesideMore < 0) return undefined;
  const known = showKnown(skills, roomBesideMore, settings);
  const names =
    settings.searchTool === undefined
      ? showOthers(without(skills, known), roomBesideMore - bytesOf(known), settings)
      : [];
  const shown = [...known, ...names].sort((a, b) => compareSkills(a.skill, b.skill));
  const rest = without(skills, shown);
  const aboutRest = { ...more, count: rest.length, isRest: shown.length > 0 };
  const taken = bytesOf(shown) + utf8Bytes(moreText({ ...aboutRest, categories: "?" })) - "?".length;
  const categories = writeCategories(rest, room - taken);
  return { wrapper, shown, rest, more: moreText({ ...aboutRest, categories }) };
}

function showKnown(
  skills: readonly ListedSkill[],
  room: number,
  settings: ListSettings,
): readonly ShownSkill[] {
  const { isKnown, compare } = settings.ranking;
  const known = takeFirst(skills.filter(isKnown), listingLimits.listedBest, compare);
  const roomForShown = besideCategories(skills, room);
  return showSkills(takeFittingNames(known, roomForShown, settings), roomForShown, settings);
}

function showOthers(
  skills: readonly ListedSkill[],
  room: number,
  settings: ListSettings,
): readonly ShownSkill[] {
  const first = takeFirst(skills, limits.recommendedSkills, settings.ranking.compare);
  return showNames(takeFittingNames(first, besideCategories(skills, room), settings), settings);
}

/** Reserves a quarter for categories, if there are any, so that one long description cannot displace them. */
function besideCategories(skills: readonly ListedSkill[], room: number): number {
  return areMostTagged(skills) ? Math.floor((room * 3) / 4) : room;
}

function without(skills: readonly ListedSkill[], shown: readonly ShownSkill[]): readonly ListedSkill[] {
  const shownSkills = new Set(shown.map(({ skill }) => skill));
  return skills.filter((skill) => !shownSkills.has(skill));
}

function bytesOf(shown: readonly ShownSkill[]): number {
  return shown.reduce((sum, { text, separator }) => sum + utf8Bytes(text + separator), 0);
}
