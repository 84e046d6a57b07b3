import { limits } from "@skillwright/core";
import type { Plain } from "@skillwright/core/parse";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { excerpt, firstDifference } from "./excerpt.ts";
import type { TestFailure } from "./failure.ts";
import { previewJson } from "./preview-json.ts";

type JsonFailure = Extract<TestFailure, { readonly kind: "stdout-json" }>;

/**
 * Where a program's JSON lacks what is expected of it. An object may have more fields than expected, at any depth. A list
 * is expected as it is: the same length, each entry by its place, so that `[]` means that there is none.
 */
export function judgeJson(expected: Plain, stdout: string): readonly JsonFailure[] {
  const actual = parseJson(stdout);
  if (actual === undefined)
    return [
      { kind: "stdout-json", expected: "JSON", actual: excerpt(stdout, 0, limits.testExcerptCharacters) },
    ];
  const failures: JsonFailure[] = [];
  compare(expected, actual, { path: "$", failures });
  return failures;
}

type Place = { readonly path: string; readonly failures: JsonFailure[] };

function compare(expected: Plain, actual: unknown, { path, failures }: Place): void {
  if (failures.length >= limits.testDifferences || expected === actual) return;
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

/** No value of JSON. */
const missing = Symbol("missing");

// `Array.isArray` does not tell a readonly list from the rest.
function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

function isObject(value: Plain): value is Extract<Plain, { readonly [key: string]: Plain }> {
  return isJsonObject(value);
}

function show(expected: Plain, actual: unknown): Pick<JsonFailure, "expected" | "actual"> {
  if (typeof expected === "string" && typeof actual === "string") {
    const at = firstDifference(expected, actual);
    const around = (text: string): string => JSON.stringify(excerpt(text, at, limits.testValueCharacters));
    return { expected: around(expected), actual: around(actual) };
  }
  const counts = isList(expected) && Array.isArray(actual);
  return { expected: describe(expected, counts), actual: describe(actual, counts) };
}

/** Lists differ by their lengths, which may not be seen in what is shown of them. */
function describe(value: unknown, counts: boolean): string {
  if (value === missing) return "nothing";
  return counts && Array.isArray(value) ? `${previewJson(value)} (${value.length})` : previewJson(value);
}

function toStep(key: string): string {
  if (/^[A-Za-z_]\w{0,60}$/.test(key)) return `.${key}`;
  return `[${JSON.stringify(excerpt(key, 0, limits.testValueCharacters))}]`;
}
