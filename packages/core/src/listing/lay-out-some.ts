import { limits } from "../limits.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { writeCategories } from "./categories.ts";
import { listingLimits } from "./limits.ts";
import {
  type ListLayout,
  type ListSettings,
  type ShownSkill,
  showNames,
  showSkills,
  takeFittingNames,
} from "./list-layout.ts";
import { createListWrapper } from "./list-wrapper.ts";
import { compareSkills, type ListedSkill } from "./listed-skill.ts";
import { takeFirst } from "./take-first.ts";
import { moreText } from "./texts.ts";

/**
 * Lists the best skills for the task and the most used ones, and names the tool that finds the others; undefined if not
 * even that fits. Other skills are not shown, since an arbitrary few of a thousand would mislead; without a search tool,
 * as many names as fit are better than none.
 */
export function layOutSome(skills: readonly ListedSkill[], settings: ListSettings): ListLayout | undefined {
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
  return skills.some(({ tags = [] }) => tags.length > 0) ? Math.floor((room * 3) / 4) : room;
}

function without(skills: readonly ListedSkill[], shown: readonly ShownSkill[]): readonly ListedSkill[] {
  const shownSkills = new Set(shown.map(({ skill }) => skill));
  return skills.filter((skill) => !shownSkills.has(skill));
}

function bytesOf(shown: readonly ShownSkill[]): number {
  return shown.reduce((sum, { text, separator }) => sum + utf8Bytes(text + separator), 0);
}
