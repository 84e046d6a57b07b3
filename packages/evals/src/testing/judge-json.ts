import type { Plain } from "@skillwright/core/parse";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { excerpt, firstDifference } from "./excerpt.ts";
import type { TestFailure } from "./failure.ts";
import { testingLimits } from "./limits.ts";

type JsonFailure = Extract<TestFailure, { readonly kind: "stdout-json" }>;

/**
 * Compares a program's JSON with what is expected. Objects may have additional fields at any depth. Lists
 * must have the same length and equal entries at each index, so `[]` means empty.
 */
export function judgeJson(expected: Plain, stdout: string): readonly JsonFailure[] {
  const actual = parseJson(stdout);
  if (actual === undefined)
    return [
      {
        kind: "stdout-json",
        expected: "JSON",
        actual: excerpt(stdout, 0, evalsLimits.testExcerptCharacters),
      },
    ];
  const failures: JsonFailure[] = [];
  compare(expected, actual, { path: "$", failures });
  return failures;
}

type Place = { readonly path: string; readonly failures: JsonFailure[] };

function compare(expected: Plain, actual: unknown, { path, failures }: Place): void {
  if (failures.length >= testingLimits.testDifferences || expected === actual) return;
  if (isList(expected) && Array.isArray(actual) && expected.length === actual.length) {
    for (const [index, item] of expected.entries())
      compare(item, actual[index], { path: `${path}[${index}]`, failures });
  } else if (isObject(expected) && isJsonObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      const there = Object.hasOwn(actual, key) ? actual[key] : missing;
      compare(value, there, { path: `${path}${toStep(key)}`, failures });
    }
  } else {
    failures.push({ kind: "stdout-json", path, ...show(expected, actual) });
  }
}

const missing = Symbol("missing");

// `Array.isArray` does not narrow readonly arrays.
function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

function isObject(value: Plain): value is Extract<Plain, { readonly [key: string]: Plain }> {
  return isJsonObject(value);
}

function show(expected: Plain, actual: unknown): Pick<JsonFailure, "expected" | "actual"> {
  if (typeof expected === "string" && typeof actual === "string") {
    const at = firstDifference(expected, actual);
    const around = (text: string): string =>
      JSON.stringify(excerpt(text, at, testingLimits.testValueCharacters));
    return { expected: around(expected), actual: around(actual) };
  }
  const counts = isList(expected) && Array.isArray(actual);
  return { expected: describe(expected, counts), actual: describe(actual, counts) };
}

/** Show the lengths of lists: the preview may cut off where they differ. */
function describe(value: unknown, counts: boolean): string {
  if (value === missing) return "nothing";
  return counts && Array.isArray(value) ? `${previewJson(value)} (${value.length})` : previewJson(value);
}

function toStep(key: string): string {
  if (/^[A-Za-z_]\w{0,60}$/.test(key)) return `.${key}`;
  return `[${JSON.stringify(excerpt(key, 0, testingLimits.testValueCharacters))}]`;
}

/** Enough entries to recognize a value. */
const shownEntries = 8;

/** A bounded JSON preview of a value of any size and depth. */
function previewJson(value: unknown, levels: number = 3): string {
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
