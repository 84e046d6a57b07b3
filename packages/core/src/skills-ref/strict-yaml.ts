import type { Span } from "../text/span.ts";
import { columnAt, type YamlProblem } from "./strict-yaml/characters.ts";
import type { ScalarToken, YamlToken } from "./strict-yaml/indentation.ts";
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

type YamlSequence = {
  readonly kind: "sequence";
  readonly items: readonly YamlNode[];
  readonly start: number;
  readonly end: number;
};
type YamlMapping = {
  readonly kind: "mapping";
  readonly pairs: readonly YamlPair[];
  readonly start: number;
  readonly end: number;
};
type YamlPair = { readonly key: YamlNode; readonly value: YamlNode };
type YamlNode = ScalarToken | YamlSequence | YamlMapping;

/** Builds the document from its tokens; undefined if it is empty. */
function parseNodes(tokens: readonly YamlToken[]): YamlNode | YamlProblem | undefined {
  const cursor: Cursor = { tokens, index: 0 };
  if (nextIs(cursor, "end")) return undefined;
  const node = parseNode(cursor);
  if ("problem" in node) return node;
  if (nextIs(cursor, "document-end")) cursor.index++;
  return nextIs(cursor, "end") ? node : unexpected(cursor);
}

type Cursor = { readonly tokens: readonly YamlToken[]; index: number };

function parseNode(cursor: Cursor): YamlNode | YamlProblem {
  const token = cursor.tokens[cursor.index];
  if (token?.kind === "scalar") {
    cursor.index++;
    return token;
  }
  if (nextIs(cursor, "mapping")) return parseMapping(cursor);
  if (nextIs(cursor, "sequence")) return parseSequence(cursor, { indented: true });
  return unexpected(cursor);
}

function parseMapping(cursor: Cursor): YamlMapping | YamlProblem {
  const start = offsetOf(cursor);
  const pairs: YamlPair[] = [];
  cursor.index++;
  while (nextIs(cursor, "key") || nextIs(cursor, "value")) {
    const key = nextIs(cursor, "key") ? parsePart(cursor) : emptyScalar(cursor);
    if ("problem" in key) return key;
    const value = nextIs(cursor, "value") ? parsePart(cursor) : emptyScalar(cursor);
    if ("problem" in value) return value;
    pairs.push({ key, value });
  }
  if (!nextIs(cursor, "close")) return unexpected(cursor);
  cursor.index++;
  return { kind: "mapping", pairs, start, end: pairs.at(-1)?.value.end ?? start };
}

function parsePart(cursor: Cursor): YamlNode | YamlProblem {
  cursor.index++;
  if (nextIs(cursor, "key") || nextIs(cursor, "value") || nextIs(cursor, "close")) return emptyScalar(cursor);
  // A list may start at its key's own column; no collection is opened for it then.
  return nextIs(cursor, "entry") ? parseSequence(cursor, { indented: false }) : parseNode(cursor);
}

function parseSequence(
  cursor: Cursor,
  { indented }: { readonly indented: boolean },
): YamlSequence | YamlProblem {
  const start = offsetOf(cursor);
  const items: YamlNode[] = [];
  if (indented) cursor.index++;
  while (nextIs(cursor, "entry")) {
    cursor.index++;
    const item = isItemMissing(cursor) ? emptyScalar(cursor) : parseNode(cursor);
    if ("problem" in item) return item;
    items.push(item);
  }
  if (indented && !nextIs(cursor, "close")) return unexpected(cursor);
  if (indented) cursor.index++;
  return { kind: "sequence", items, start, end: items.at(-1)?.end ?? start };
}

function isItemMissing(cursor: Cursor): boolean {
  return (
    nextIs(cursor, "entry") || nextIs(cursor, "close") || nextIs(cursor, "key") || nextIs(cursor, "value")
  );
}

function nextIs(cursor: Cursor, kind: YamlToken["kind"]): boolean {
  return cursor.tokens[cursor.index]?.kind === kind;
}

function offsetOf(cursor: Cursor): number {
  return cursor.tokens[cursor.index]?.start ?? 0;
}

function emptyScalar(cursor: Cursor): ScalarToken {
  // At the end of the last token: after the colon or dash without a value.
  const offset = cursor.tokens[cursor.index - 1]?.end ?? 0;
  return { kind: "scalar", value: "", plain: true, start: offset, end: offset };
}

function unexpected(cursor: Cursor): YamlProblem {
  return { problem: "this does not belong to the mapping or list before it", offset: offsetOf(cursor) };
}
