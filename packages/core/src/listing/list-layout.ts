import { promptEntry } from "../prompt/prompt-entry.ts";
import { distributeBytes } from "./distribute-bytes.ts";
import type { ListWrapper, WrapperOptions } from "./list-wrapper.ts";
import { compareSkills, type ListedSkill } from "./listed-skill.ts";
import {
  type EntryOptions,
  type MeasuredEntry,
  measureEntry,
  type NamedEntry,
  nameEntry,
  separator,
} from "./measure.ts";
import type { Ranking } from "./ranking.ts";
import { shorten } from "./shorten.ts";

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
