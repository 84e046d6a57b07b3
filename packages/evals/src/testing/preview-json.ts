import { isJsonObject } from "@skillwright/core/text";
import { excerpt } from "./excerpt.ts";
import { testingLimits } from "./limits.ts";

/** Enough entries to recognize a value. */
const shownEntries = 8;

/** A bounded JSON preview of a value of any size and depth. */
export function previewJson(value: unknown, levels: number = 3): string {
  // Cut before escaping, so that no escape sequence is cut in half.
  if (typeof value === "string") return JSON.stringify(excerpt(value, 0, testingLimits.testValueCharacters));
  if (Array.isArray(value)) return `[${listEntries(value, levels, (item) => previewJson(item, levels - 1))}]`;
  if (!isJsonObject(value)) return String(value);
  const entry = (key: string): string => `${previewJson(key)}: ${previewJson(value[key], levels - 1)}`;
  return `{${listEntries(Object.keys(value), levels, entry)}}`;
}

function listEntries<Item>(items: readonly Item[], levels: number, show: (item: Item) => string): string {
  const shown = items.slice(0, levels > 0 ? shownEntries : 0).map(show);
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`… ${left} more`] : [])].join(", ");
}
