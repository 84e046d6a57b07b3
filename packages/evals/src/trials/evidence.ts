import { limits } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import { excerpt } from "../testing/excerpt.ts";

/** Quotes an excerpt around a position, on one line and safe for terminals. */
export function quote(text: string, at: number = 0): string {
  const part = excerpt(text, at, limits.evidenceCharacters);
  return `"${printable(part.replace(/\s+/g, " ").trim())}"`;
}

/** Quotes the first few items, and counts the others. */
export function listSome(items: readonly string[]): string {
  const shown = items.slice(0, limits.evidenceItems).map((item) => quote(item));
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}
