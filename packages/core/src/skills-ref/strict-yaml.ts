import type { Span } from "../text/span.ts";
import { columnAt } from "./strict-yaml/characters.ts";
import { parseNodes, type YamlMapping, type YamlNode } from "./strict-yaml/parse-nodes.ts";
import type { YamlProblem } from "./strict-yaml/problem.ts";
import { scanTokens } from "./strict-yaml/scan-tokens.ts";

/** strictyaml's three kinds of value; `true`, `1.10` and `null` are text. */
export type StrictValue = string | readonly StrictValue[] | ReadonlyMap<string, StrictValue>;

/** Spans of top-level keys and values in the given text. */
export type StrictPlaces = ReadonlyMap<string, { readonly key: Span; readonly value: Span }>;

export type StrictYaml =
  | { readonly ok: true; readonly data: StrictValue; readonly places: StrictPlaces }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** Reads YAML like strictyaml without a schema; line breaks must already be LF. */
export function readStrictYaml(text: string): StrictYaml {
  const root = parseText(text);
  if (root === undefined || ("kind" in root && root.kind === "scalar")) {
    return { ok: true, data: text, places: new Map() };
  }
  const data = "problem" in root ? root : toValue(root, text);
  if (isProblem(data)) return { ok: false, message: data.problem, offset: data.offset };
  return { ok: true, data, places: "kind" in root && root.kind === "mapping" ? placesOf(root) : new Map() };
}

// strictyaml's reader rejects these, including lone surrogates, before parsing.
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function parseText(text: string): YamlNode | YamlProblem | undefined {
  const unprintable = text.search(UNPRINTABLE);
  if (unprintable !== -1) return { problem: "a control character is not accepted", offset: unprintable };
  const tokens = scanTokens(text);
  return "problem" in tokens ? tokens : parseNodes(tokens);
}

function isProblem(value: StrictValue | YamlProblem): value is YamlProblem {
  return typeof value === "object" && "problem" in value;
}

function toValue(node: YamlNode, text: string): StrictValue | YamlProblem {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "mapping") return toMap(node, text);
  const items: StrictValue[] = [];
  for (const item of node.items) {
    const value = toValue(item, text);
    if (isProblem(value)) return value;
    items.push(value);
  }
  return items;
}

function toMap(mapping: YamlMapping, text: string): StrictValue | YamlProblem {
  const map = new Map<string, StrictValue>();
  let column: number | undefined;
  for (const { key, value } of mapping.pairs) {
    if (key.kind !== "scalar") return { problem: "a key must be text", offset: key.start };
    if (key.plain && key.value === "<<") return { problem: '"<<" would merge mappings', offset: key.start };
    if (map.has(key.value)) return { problem: `duplicate key "${key.value}"`, offset: key.start };
    const read = toValue(value, text);
    if (isProblem(read)) return read;
    map.set(key.value, read);
    if (value.kind !== "mapping") continue;
    column ??= columnAt(text, value.start);
    if (columnAt(text, value.start) !== column) return { problem: UNEVEN, offset: value.start };
  }
  return map;
}

const UNEVEN = "mappings below the keys of one mapping must be indented alike";

function placesOf(mapping: YamlMapping): StrictPlaces {
  return new Map(
    mapping.pairs.map(({ key, value }) => [
      key.kind === "scalar" ? key.value : "",
      { key: { start: key.start, end: key.end }, value: { start: value.start, end: value.end } },
    ]),
  );
}
