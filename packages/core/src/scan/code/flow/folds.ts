import { elementsOf } from "./elements.ts";
import { bytesToText, textToBytes } from "./encodings.ts";
import { labelsOfCall } from "./labels-of-call.ts";
import { argument, type Call, type Fold, type Machine, type Selector, spend } from "./machine.ts";
import { concatenate } from "./operate.ts";
import {
  bytes,
  constant,
  joinLabels,
  labeled,
  labelsOf,
  listOf,
  noLabels,
  type Value,
  wholeText,
} from "./value.ts";

// Functions on constants that both languages have under different names.

/** Decodes an argument; what is not constant keeps its labels and counts as decoded too. */
export function decoding(
  from: string,
  decode: (text: string) => string | undefined,
  at?: readonly Selector[],
): Fold {
  return (call, machine) => {
    const given = argument(call, at);
    const text = given && wholeText(given);
    const labels = given ? labelsOf(given) : labelsOfCall(call);
    const decoded =
      text !== undefined && spend(machine.budget, "folded", text.length) ? decode(text) : undefined;
    const isSpent = decoded !== undefined && !spend(machine.budget, "folded", decoded.length >> 2);
    const result = decoded === undefined || isSpent ? { labels } : bytes(decoded, labels);
    return labeled(result, "decoded", from);
  };
}

/** Gives an argument as it is. */
export function same(at?: readonly Selector[]): Fold {
  return (call) => argument(call, at);
}

/** Applies a function to a known text. */
export function onText(
  change: (text: string, call: Call) => string | undefined,
  at?: readonly Selector[],
): Fold {
  return (call, machine) => {
    const given = argument(call, at);
    if (given === undefined || typeof given.constant !== "string") return undefined;
    if (!spend(machine.budget, "folded", given.constant.length >> 3)) return undefined;
    const changed = change(given.constant, call);
    if (changed === undefined) return undefined;
    return { ...given, constant: changed, labels: labelsOfCall(call) };
  };
}

/** Bytes to text. */
export const toText: Fold = (call) => {
  const given = call.self;
  const text = given && wholeText(given);
  if (given === undefined || text === undefined) return undefined;
  return constant(given.isBytes ? bytesToText(text) : text, given.labels);
};

/** Text to bytes. */
export const encode: Fold = (call) => {
  const given = call.self;
  const text = given && wholeText(given);
  return text === undefined || given === undefined ? undefined : bytes(textToBytes(text), given.labels);
};

/** Joins elements; text that is put together from single characters counts as decoded. */
export function joinElements(machine: Machine, list: Value, separator: Value | undefined): Value | undefined {
  const elements = elementsOf(list);
  const between = separator === undefined ? "" : wholeText(separator);
  if (elements === undefined || between === undefined || elements.length > 65_536) return undefined;
  const isNumbers = elements.some(({ constant: one }) => typeof one === "number");
  if (elements.some((one) => typeof one.constant !== "string" && typeof one.constant !== "number")) {
    const holes = elements.flatMap((one) => [one, constant(between)]).slice(0, -1);
    return elements.length <= 64 ? concatenate(machine, holes) : { labels: labelsOf(list) };
  }
  const text = elements.map(({ constant: one }) => String(one)).join(between);
  if (!spend(machine.budget, "folded", text.length >> 2)) return { labels: labelsOf(list) };
  const labels = joinLabels(labelsOf(list), separator ? labelsOf(separator) : noLabels);
  const isPartial = elements.some((one) => one.isPartial) || undefined;
  const joined: Value = { constant: text, isPartial, isBytes: separator?.isBytes, labels };
  const isSpelled = between === "" && elements.length > 3 && text.length <= elements.length * 2 && !isNumbers;
  const isPieces = between === "" && elements.length > 1 && isCut(elements);
  if (!isPartial && isSpelled) return labeled(joined, "decoded", "single characters");
  return !isPartial && isPieces ? labeled(joined, "decoded", "joined pieces") : joined;
}

/** Pieces that end and begin inside of words. */
function isCut(elements: readonly Value[]): boolean {
  return elements.some(({ constant: one }, at) => {
    const next = elements[at + 1]?.constant;
    return /[a-z0-9]$/i.test(String(one).slice(-1)) && typeof next === "string" && /^[a-z0-9]/i.test(next);
  });
}

export function splitText(given: Value, separator: string | undefined): Value | undefined {
  const text = wholeText(given);
  if (text === undefined || text.length > 65_536) return undefined;
  const parts = separator === undefined ? text.trim().split(/\s+/) : text.split(separator);
  return listOf(
    parts.map((part) => ({ ...constant(part, given.labels), isBytes: given.isBytes })),
    given.labels,
  );
}

export function reverseOf(value: Value): Value | undefined {
  const elements = elementsOf(value);
  return elements && labeled(listOf([...elements].reverse(), value.labels), "decoded", "reversed text");
}

/** The characters of code points, which count as decoded if they are several. */
export function fromCodes(codes: readonly Value[], labels: Value["labels"]): Value | undefined {
  const numbers = codes.map(({ constant: one }) => one);
  if (!numbers.every((one) => typeof one === "number" && one >= 0 && one <= 0x10ffff)) return undefined;
  const text = numbers.map((one) => String.fromCodePoint(Number(one))).join("");
  return numbers.length > 3
    ? labeled(constant(text, labels), "decoded", "character codes")
    : constant(text, labels);
}

/** Adds to a list that is known, and remembers where the data of others came from. */
export const append: Fold = (call, machine) => {
  const { self, args } = call;
  if (self === undefined) return undefined;
  const labels = labelsOfCall({ ...call, self: undefined });
  if (labels.length > 0) machine.hasStored = true;
  if (self.items && spend(machine.budget, "folded", 1)) self.items.push(...args);
  else if (/[)\]]$/.test(self.name ?? "") || self.fields) self.labels = joinLabels(self.labels, labels);
  return { labels: noLabels };
};

/** Adds the elements of another list or dictionary. */
export const extend: Fold = (call, machine) => {
  const { self, args } = call;
  const [added] = args;
  if (self === undefined) return undefined;
  const labels = labelsOfCall({ ...call, self: undefined });
  if (labels.length > 0) machine.hasStored = true;
  const elements = added && elementsOf(added);
  if (self.fields && added?.fields) for (const [key, value] of added.fields) self.fields.set(key, value);
  else if (self.items && elements && spend(machine.budget, "folded", elements.length))
    for (const element of [...elements]) self.items.push(element);
  else if (/[)\]]$/.test(self.name ?? "") || self.fields || self.items)
    self.labels = joinLabels(self.labels, labels);
  return { labels: noLabels };
};
