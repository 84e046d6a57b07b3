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
