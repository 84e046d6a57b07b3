import { promptEntry } from "../prompt/prompt-entry.ts";
import type { ListWrapper, WrapperOptions } from "./list-wrapper.ts";
import { compareSkills, type ListedSkill } from "./listed-skill.ts";
import {
  type EntryOptions,
  type MeasuredEntry,
  measureEntry,
  type NamedEntry,
  nameEntry,
  separator,
  shorten,
} from "./measure-entry.ts";
import type { Ranking } from "./ranking.ts";

export type ListSettings = WrapperOptions & EntryOptions & { readonly ranking: Ranking };

/** A list before rendering. */
export type ListLayout = {
  readonly wrapper: ListWrapper;
  /** Sorted by id. */
  readonly shown: readonly ShownSkill[];
  readonly rest: readonly ListedSkill[];
  /** The sentence about the skills not shown; empty if all are. */
  readonly more: string;
};

export type ShownSkill = {
  readonly skill: ListedSkill;
  readonly text: string;
  /** Text between this entry and the next. */
  readonly separator: string;
  readonly description: "whole" | "shortened" | "missing";
};

/** Labels skills until one does not fit. */
export function takeFittingNames(
  skills: readonly ListedSkill[],
  room: number,
  settings: ListSettings,
): readonly NamedEntry[] {
  const labelled: NamedEntry[] = [];
  let left = room;
  for (const skill of skills) {
    const next = nameEntry(skill, settings);
    left -= next.nameBytes;
    if (left < 0) break;
    labelled.push(next);
  }
  return labelled;
}

/** Entries for skills whose names fit, with as much of their descriptions as fits. */
export function showSkills(
  labelled: readonly NamedEntry[],
  room: number,
  settings: ListSettings,
): readonly ShownSkill[] {
  const { ranking } = settings;
  const left = labelled.reduce((rest, { nameBytes }) => rest - nameBytes, room);
  const ranked = labelled
    .map((one) => measureEntry(one, settings))
    .sort((a, b) => ranking.compare(a.skill, b.skill));
  const grants = distributeBytes(ranked, left, ranking);
  return ranked
    .map((one, index) => showSkill(one, grants[index] ?? 0, settings))
    .sort((a, b) => compareSkills(a.skill, b.skill));
}

/** Entries with names only. */
export function showNames(labelled: readonly NamedEntry[], settings: ListSettings): readonly ShownSkill[] {
  return labelled.map((one) => showSkill(measureEntry(one, settings), 0, settings));
}

function showSkill(measured: MeasuredEntry, granted: number, { format }: ListSettings): ShownSkill {
  const { skill, label, description } = measured;
  const entry = granted === 0 ? label : { ...label, description: shorten(description, granted) };
  return {
    skill,
    text: promptEntry(entry, format),
    separator: separator(format, granted),
    description: shareOf(measured, granted),
  };
}

function shareOf({ isCut, descriptionBytes }: MeasuredEntry, granted: number): ShownSkill["description"] {
  if (granted === descriptionBytes && !isCut) return "whole";
  return granted === 0 ? "missing" : "shortened";
}

/**
 * Distributes bytes for descriptions over a ranked list of skills whose names are already accounted for.
 *
 * The best skills first get the useful minimum, then their whole descriptions, in order. Each of the others then gets the
 * minimum until one does not fit; it and those after it keep only their names. The rest is spread evenly, with larger
 * shares for skills that are used more.
 */
export function distributeBytes(
  ranked: readonly MeasuredEntry[],
  room: number,
  ranking: Ranking,
): readonly number[] {
  const bestCount = ranked.filter(({ skill }) => ranking.isBest(skill)).length;
  const best = ranked.slice(0, bestCount);
  const others = ranked.slice(bestCount);
  const bestFloors = grantFloors(best, room);
  const bestGrants = raiseInOrder(best, bestFloors, room - costOf(best, bestFloors));
  const left = room - costOf(best, bestGrants);
  const floors = grantFloors(others, left);
  const grants = spread(others, floors, { room: left - costOf(others, floors), ranking });
  return [...bestGrants, ...grants];
}

function grantFloors(skills: readonly MeasuredEntry[], room: number): readonly number[] {
  let left = room;
  return skills.map((skill) => {
    left -= costOfOne(skill, skill.floorBytes);
    return left >= 0 ? skill.floorBytes : 0;
  });
}

function raiseInOrder(
  skills: readonly MeasuredEntry[],
  grants: readonly number[],
  room: number,
): readonly number[] {
  let left = room;
  return skills.map(({ descriptionBytes }, index) => {
    const granted = grants[index] ?? 0;
    if (granted === 0) return 0;
    const raise = Math.min(descriptionBytes - granted, left);
    left -= raise;
    return granted + raise;
  });
}

type SpreadOptions = { readonly room: number; readonly ranking: Ranking };

/** Fills all descriptions up to the highest common level that fits, weighted by use. */
function spread(
  skills: readonly MeasuredEntry[],
  grants: readonly number[],
  { room, ranking }: SpreadOptions,
): readonly number[] {
  const weights = skills.map(({ skill }) => ranking.weight(skill));
  const filledTo = (level: number): readonly number[] =>
    skills.map(({ descriptionBytes }, index) => {
      const granted = grants[index] ?? 0;
      if (granted === 0) return 0;
      return Math.min(descriptionBytes, Math.max(granted, Math.floor(level * (weights[index] ?? 1))));
    });
  const limit = costOf(skills, grants) + room;
  const longest = skills.reduce((most, { descriptionBytes }) => Math.max(most, descriptionBytes), 0);
  if (costOf(skills, filledTo(longest)) <= limit) return filledTo(longest);
  let [low, high] = [0, longest];
  while (low < high) {
    const level = Math.ceil((low + high) / 2);
    if (costOf(skills, filledTo(level)) <= limit) low = level;
    else high = level - 1;
  }
  return filledTo(low);
}

function costOf(skills: readonly MeasuredEntry[], grants: readonly number[]): number {
  return skills.reduce((sum, skill, index) => sum + costOfOne(skill, grants[index] ?? 0), 0);
}

function costOfOne({ extraBytes }: MeasuredEntry, granted: number): number {
  return granted === 0 ? 0 : extraBytes + granted;
}
