import { bytes, constant, labelsOf, listOf, type Value } from "./value.ts";

/** What a loop over a value sees, if all of it is known. */
export function elementsOf(value: Value, isOverKeys = false): readonly Value[] | undefined {
  const { labels } = value;
  if (value.items) return isOverKeys ? value.items.map((_item, at) => constant(String(at))) : value.items;
  if (value.fields) return [...value.fields.keys()].map((key) => constant(key, labels));
  if (typeof value.constant === "string" && !value.isPartial && value.constant.length <= 65_536)
    return value.isBytes
      ? Array.from(value.constant, (one) => constant(one.charCodeAt(0), labels))
      : Array.from(value.constant, (one) => constant(one, labels));
  return undefined;
}

/** Any element of it. */
export function elementOf(value: Value): Value {
  return { labels: labelsOf(value), name: value.name && `${value.name}[]` };
}

export function itemAt(value: Value, at: number): Value | undefined {
  const length = lengthOf(value);
  if (length === undefined) return undefined;
  const position = at < 0 ? length + at : at;
  if (value.items) return value.items[position];
  if (typeof value.constant !== "string") return undefined;
  const found = value.constant[position];
  if (found === undefined) return undefined;
  return value.isBytes ? constant(found.charCodeAt(0), value.labels) : constant(found, value.labels);
}

export function lengthOf(value: Value): number | undefined {
  if (value.items) return value.items.length;
  if (typeof value.constant === "string" && !value.isPartial) return value.constant.length;
  return value.fields && value.code === undefined ? value.fields.size : undefined;
}

/** `value[from:to:step]` with Python's rules. */
export function sliceOf(value: Value, bounds: readonly (number | undefined)[]): Value | undefined {
  const length = lengthOf(value);
  if (length === undefined) return undefined;
  const step = bounds[2] ?? 1;
  if (step === 0) return undefined;
  const place = (at: number | undefined, otherwise: number): number => {
    if (at === undefined) return otherwise;
    const position = at < 0 ? length + at : at;
    return Math.max(step < 0 ? -1 : 0, Math.min(position, step < 0 ? length - 1 : length));
  };
  const from = place(bounds[0], step < 0 ? length - 1 : 0);
  const to = place(bounds[1], step < 0 ? -1 : length);
  const positions: number[] = [];
  for (let at = from; step < 0 ? at > to : at < to; at += step) positions.push(at);
  if (value.items) {
    const { items } = value;
    return listOf(
      positions.flatMap((at) => items[at] ?? []),
      value.labels,
    );
  }
  const text = value.constant;
  if (typeof text !== "string") return undefined;
  const cut = step === 1 ? text.slice(from, Math.max(from, to)) : positions.map((at) => text[at]).join("");
  const isReversed = step < 0 && positions.length > 1;
  const labels = isReversed
    ? [...value.labels, { label: "decoded" as const, from: "reversed text" }]
    : value.labels;
  return value.isBytes ? bytes(cut, labels) : constant(cut, labels);
}
