import { allCarries, concat, constant, empty, type Value, withLabels } from "../value.ts";

/** A value of PowerShell: an array also has its items. */
export type Item = Value & { readonly items?: readonly Item[] | undefined };

/** Items of one array. */
const maxItems = 4096;

export function listOf(items: readonly Item[]): Item {
  if (items.length === 1 && items[0]) return items[0];
  const kept = items.slice(0, maxItems);
  const joined = kept.reduce<Value>(
    (all, item, at) => (at === 0 ? item : concat(concat(all, constant(" ")), item)),
    empty,
  );
  return { ...joined, carries: allCarries(kept), items: kept };
}

/** Items of an array, or the one value. */
export function itemsOf(value: Item): readonly Item[] {
  return value.items ?? (value.text === "" && value.isKnown && value.carries.length === 0 ? [] : [value]);
}

export function joinItems(value: Item, separator: string): Item {
  const items = itemsOf(value);
  const joined = items.reduce<Value>(
    (all, item, at) =>
      at === 0 || separator === "" ? concat(all, item) : concat(concat(all, constant(separator)), item),
    empty,
  );
  return items.length > 1 && joined.isKnown
    ? withLabels(joined, [{ label: "decoded", from: "-join" }])
    : joined;
}

/** `'{1}{0}' -f 'a','b'`. */
export function formatItems(format: Item, value: Item): Item {
  const items = itemsOf(value);
  const all = [format, ...items];
  const text = format.text.replace(
    /\{(\d{1,3})(?:[,:][^}]{0,20})?\}/g,
    (written, index: string) => items[Number(index)]?.text ?? written,
  );
  return { text, isKnown: all.every(({ isKnown }) => isKnown), carries: allCarries(all) };
}

const longestPattern = 100;

/** `-replace`, for patterns without special characters. */
export function replaceText(value: Item, from: string, to: string): Item {
  const plain = from.replace(/\\(.)/g, "$1");
  const isPlain = from.length <= longestPattern && !/(?<!\\)[[\](){}*+?|^$.]/.test(from) && plain !== "";
  if (!value.isKnown || !isPlain) return { ...value, items: undefined };
  return { ...value, items: undefined, text: value.text.replaceAll(plain, () => to) };
}

export function numberOf({ text, isKnown }: Item): number | undefined {
  return isKnown && /^-?(?:0x[\da-f]{1,8}|\d{1,9})$/i.test(text) ? Number(text) : undefined;
}

/** `[char]72`, `[char[]](72,101)` and `[char]'x'`. */
export function toCharacters(value: Item): Item {
  const change = (item: Item): Item => {
    const number = numberOf(item);
    return number === undefined
      ? item
      : { ...constant(String.fromCharCode(number & 0xffff)), carries: item.carries };
  };
  return value.items ? listOf(value.items.map(change)) : change(value);
}

/** `first..last`. */
export function rangeOf(first: Item, last: Item): Item {
  const [from, to] = [numberOf(first), numberOf(last)];
  if (from === undefined || to === undefined) return listOf([first, last]);
  const step = from <= to ? 1 : -1;
  const count = Math.min(Math.abs(to - from) + 1, maxItems);
  return { ...listOf(Array.from({ length: count }, (_, at) => constant(String(from + at * step)))) };
}

/** `value[3]`, `value[-1..-4]` on texts and arrays. */
export function indexInto(value: Item, index: Item): Item {
  const parts =
    value.items ??
    (value.isKnown
      ? [...value.text.slice(0, maxItems)].map((text): Item => ({ ...value, text }))
      : undefined);
  if (!parts) return { ...value, items: undefined };
  const picked = itemsOf(index).flatMap((item) => {
    const number = numberOf(item);
    const part = number === undefined ? undefined : parts.at(number);
    return part ? [part] : [];
  });
  return picked.length === 0 ? { ...value, items: undefined, isKnown: false } : listOf(picked);
}
