import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "@skillwright/core/text";

/** Whether two settings are equal except at a path, ignoring objects that hold nothing else. */
export function isSameApartFrom(path: readonly string[], before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(without(before, path), without(after, path));
}

function without(value: unknown, [key, ...inner]: readonly string[]): unknown {
  if (key === undefined || value === null) return undefined;
  if (!isJsonObject(value)) return value;
  const rest = Object.entries(value).flatMap(([name, one]) => {
    const kept = name === key ? without(one, inner) : one;
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}
