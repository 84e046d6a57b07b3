import { printable } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { excerpt } from "../testing/excerpt.ts";
import { trialsLimits } from "./limits.ts";

/** Quotes an excerpt around a position, on one line and safe for terminals. */
export function quote(text: string, at: number = 0): string {
  const part = excerpt(text, at, evalsLimits.evidenceCharacters);
  return `"${printable(part.replace(/\s+/g, " ").trim())}"`;
}

/** Quotes the first few items, and counts the others. */
export function listSome(items: readonly string[]): string {
  const shown = items.slice(0, trialsLimits.evidenceItems).map((item) => quote(item));
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}
