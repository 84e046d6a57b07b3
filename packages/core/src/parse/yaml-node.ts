import type { Span } from "../text/span.ts";

export type ScalarStyle = "plain" | "single-quoted" | "double-quoted" | "literal" | "folded";

/** `text` is what the author wrote (`1.10` stays `1.10`); `value` is its typed value in YAML 1.2. */
export type YamlScalar = {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  readonly text: string;
  readonly style: ScalarStyle;
  readonly span: Span;
};
export type YamlList = {
  readonly kind: "list";
  readonly items: readonly YamlNode[];
  readonly flow: boolean;
  readonly span: Span;
};
export type YamlEntry = { readonly key: YamlScalar; readonly value: YamlNode };
export type YamlMap = {
  readonly kind: "map";
  readonly entries: readonly YamlEntry[];
  readonly flow: boolean;
  readonly span: Span;
};
export type YamlNode = YamlScalar | YamlList | YamlMap;

export type YamlProblem = {
  readonly code: "invalid" | "duplicate-key" | "too-deep" | "too-large";
  /** The library's sentence or the key, for a human. */
  readonly detail: string;
  readonly span: Span;
};
export type YamlResult = { readonly node: YamlNode | undefined; readonly problems: readonly YamlProblem[] };

/** The first entry under a key. */
export function findEntry(map: YamlMap | undefined, key: string): YamlEntry | undefined {
  // A plain loop: this runs about eighty times per skill, and `find` would allocate a closure each time.
  for (const entry of map?.entries ?? noEntries) if (entry.key.text === key) return entry;
  return undefined;
}

const noEntries: readonly YamlEntry[] = [];

/** The first value stored under a key. */
export function findValue(map: YamlMap | undefined, key: string): YamlNode | undefined {
  return findEntry(map, key)?.value;
}

/** A node's type as a word for messages. */
export function typeName(node: YamlNode): string {
  if (node.kind !== "scalar") return node.kind;
  if (node.value === null) return "null";
  return typeof node.value;
}

export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject;
type PlainObject = { readonly [key: string]: Plain };

/** The node as plain data. Objects have no prototype, so a `__proto__` key is only a key. */
export function toPlain(node: YamlNode): Plain {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toPlain);
  const object: Record<string, Plain> = Object.create(null);
  for (const { key, value } of node.entries) object[key.text] ??= toPlain(value);
  return object;
}

export type Texts = string | readonly Texts[] | ReadonlyMap<string, Texts>;

/** The node with every scalar as the author wrote it: `1.10` stays `1.10`. */
export function toTexts(node: YamlNode): Texts {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "list") return node.items.map(toTexts);
  return new Map(node.entries.map(({ key, value }) => [key.text, toTexts(value)]));
}

const nulls = /^(?:~|null|Null|NULL)?$/;
const truths = /^(?:true|True|TRUE)$/;
const falsehoods = /^(?:false|False|FALSE)$/;
const integers = /^[-+]?[0-9]+$/;
const octals = /^0o[0-7]+$/;
const hexadecimals = /^0x[0-9a-fA-F]+$/;
const floats =
  /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+|\.[0-9]+[eE][-+]?[0-9]+)$/;
const infinities = /^[-+]?\.(?:inf|Inf|INF)$/;
const notANumber = /^\.(?:nan|NaN|NAN)$/;

/** Types a plain scalar by the YAML 1.2 core schema; the first character rules out most candidates. */
export function resolveScalar(text: string): string | number | boolean | null {
  switch (text[0]) {
    case undefined:
    case "~":
    case "n":
    case "N":
      return nulls.test(text) ? null : text;
    case "t":
    case "T":
      return truths.test(text) ? true : text;
    case "f":
    case "F":
      return falsehoods.test(text) ? false : text;
    default:
      return couldBeNumber(text.charCodeAt(0)) ? resolveNumber(text) : text;
  }
}

/** Whether a character is one of `+ - . 0-9`. */
function couldBeNumber(unit: number): boolean {
  return unit <= 0x39 && unit >= 0x2b && unit !== 0x2c && unit !== 0x2f;
}

function resolveNumber(text: string): string | number {
  if (integers.test(text) || floats.test(text) || octals.test(text) || hexadecimals.test(text)) {
    return Number(text);
  }
  if (infinities.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return notANumber.test(text) ? Number.NaN : text;
}
