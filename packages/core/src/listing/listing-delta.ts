import { promptEntry } from "../prompt/prompt-entry.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { deltaText, noSkillsText } from "./list-wrapper.ts";
import type { Listing, ListingEntry } from "./listing.ts";

/**
 * The message that updates a model from one list of skills to the next: added, changed and removed skills, or the whole
 * new list if that is shorter, so that it keeps to the same budget. Empty if nothing changed for the model, so that
 * prompt caches hold.
 */
export function listingDelta(before: Listing, after: Listing): string {
  if (before.text === after.text) return "";
  if (before.text === "") return after.text;
  if (after.text === "") return noSkillsText;
  if (!isComparable(before, after)) return after.text;
  const parts = changesBetween(before, after);
  if (parts.length === 0) return "";
  const delta = `${deltaText.before}${parts.join("\n")}${deltaText.after}`;
  return utf8Bytes(delta) < after.bytes ? delta : after.text;
}

/** A model that was told about unlisted skills needs the whole list once all are listed, and the reverse. */
function isComparable(before: Listing, after: Listing): boolean {
  return before.format === after.format && (before.more === "") === (after.more === "");
}

function changesBetween(before: Listing, after: Listing): readonly string[] {
  const old = new Map(before.entries.map((entry) => [entry.skill.id, entry]));
  const current = new Set(after.entries.map(({ skill }) => skill.id));
  const added = after.entries.filter(({ skill }) => !old.has(skill.id));
  const changed = after.entries.filter((entry) => isChanged(old.get(entry.skill.id), entry));
  const gone = before.entries
    .filter(({ skill }) => !current.has(skill.id))
    .map((entry) => ({ ...entry, text: promptEntry({ name: entry.skill.id }, after.format) }));
  return [
    ...block(deltaText.added, added),
    ...block(deltaText.changed, changed),
    ...block(after.tier === "search" ? deltaText.unlisted : deltaText.removed, gone),
    ...(after.more === before.more ? [] : [after.more]),
  ];
}

/** A description that is only truncated differently has not changed. */
function isChanged(before: ListingEntry | undefined, after: ListingEntry): boolean {
  if (before === undefined || before.text === after.text) return false;
  return sourceOf(before) !== sourceOf(after);
}

function sourceOf({ skill: { description, location, tags } }: ListingEntry): string {
  return JSON.stringify([description, location, tags]);
}

function block(tag: string, entries: readonly ListingEntry[]): readonly string[] {
  if (entries.length === 0) return [];
  return [`<${tag}>`, ...entries.map(({ text }) => text), `</${tag}>`];
}
