import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { Absence, Evidence } from "./check-evidence.ts";
import { judgingLimits } from "./limits.ts";
import { materialParts } from "./material-headings.ts";
import { readTextList } from "./read-values.ts";

/** Reads the evidence for one verdict; undefined when it cannot be read. */
export function readEvidence({ quotes, quote, absent }: JsonObject): Evidence | undefined {
  const texts = readTextList(quotes ?? quote);
  const absences = toList(absent).map(readAbsence);
  if (!texts || texts.length + absences.length > judgingLimits.quotes) return undefined;
  const known = absences.filter((absence) => absence !== undefined);
  return known.length === absences.length ? { quotes: texts, absent: known } : undefined;
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === "") return [];
  return Array.isArray(value) ? value : [value];
}

/** A plain string must be absent everywhere. */
function readAbsence(value: unknown): Absence | undefined {
  if (typeof value === "string") return { text: value, from: "everything" };
  if (!isJsonObject(value) || typeof value.text !== "string") return undefined;
  const from = materialParts.find((part) => part === (value.from ?? "everything"));
  return from && { text: value.text, from };
}
