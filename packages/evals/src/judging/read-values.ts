import { isJsonObject, type JsonObject, printable } from "@skillwright/core/text";
import { excerpt } from "../testing/excerpt.ts";
import { judgingLimits } from "./limits.ts";

/** What was read from a model's answer, or why the answer cannot be used. */
export type ReadAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/** Reads a boolean, also in the words that models use; undefined when it is neither. */
export function readVerdict(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const word = value.trim().toLowerCase();
  if (/^(?:true|pass|passed|yes)$/.test(word)) return true;
  return /^(?:false|fail|failed|no)$/.test(word) ? false : undefined;
}

/** Reads a whole number, also from a text such as `2` or `Statement 2`. */
export function readCount(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  const [, digits] =
    typeof value === "string" ? (/^[^\d.-]{0,20}(\d{1,6})[.):]?$/.exec(value.trim()) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads a number within bounds, also from a text such as `4` or `4/5`. */
export function readNumberIn(value: unknown, least: number, most: number): number | undefined {
  const text = typeof value === "string" ? withoutTotal(value, most) : value;
  const number = typeof text === "string" && /^\d{1,2}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text;
  if (typeof number !== "number") return undefined;
  return number >= least && number <= most ? number : undefined;
}

/** `4/5` and `4 / 5` of five are 4. */
function withoutTotal(text: string, most: number): string {
  const [value = "", total, more] = text.split("/").map((part) => part.trim());
  return more === undefined && total === String(most) ? value : text.trim();
}

/**
 * Reads a list of strings. One string is a list of one, nothing is an empty list; undefined for anything
 * else.
 */
export function readTextList(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

/** Reads a printable one-line remark; empty for anything but a string. */
export function readRemark(value: unknown): string {
  if (typeof value !== "string") return "";
  return excerpt(printable(value.replace(/\s+/g, " ").trim()), 0, judgingLimits.judgedEvidenceCharacters);
}

/** The objects in a list, up to the limit. */
export function readObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject).slice(0, judgingLimits.judgeRemarks) : [];
}
