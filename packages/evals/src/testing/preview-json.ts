import { limits } from "@skillwright/core";
import { isJsonObject } from "@skillwright/core/text";
import { excerpt } from "./excerpt.ts";

/** Entries of a list or an object that are shown: enough to recognise it. */
const shownEntries = 8;

/** JSON of a bounded part of a value, however large or deep it is. */
export function previewJson(value: unknown, levels: number = 3): string {
  // Cut before it is escaped: half an escape would say something else.
  if (typeof value === "string") return JSON.stringify(excerpt(value, 0, limits.testValueCharacters));
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
