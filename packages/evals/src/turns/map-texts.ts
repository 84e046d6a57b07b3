import { isJsonObject } from "@skillwright/core/text";

/** Maps every text in plain data, including keys. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  return isJsonObject(value) ? mapFields(value, map) : value;
}

export function mapFields(
  object: Readonly<Record<string, unknown>>,
  map: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [map(key), mapTexts(value, map)]));
}
