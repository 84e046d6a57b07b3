import { limits } from "@skillwright/core";
import { printable } from "@skillwright/core/text";
import { excerpt } from "../testing/excerpt.ts";

/** A part of a text around a place, in quotation marks, on one line and with nothing that a terminal would obey. */
export function quote(text: string, at: number = 0): string {
  const part = excerpt(text, at, limits.evidenceCharacters);
  return `"${printable(part.replace(/\s+/g, " ").trim())}"`;
}

/** So many of several things, and how many more there are. */
export function listSome(items: readonly string[]): string {
  const shown = items.slice(0, limits.evidenceItems).map((item) => quote(item));
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}
