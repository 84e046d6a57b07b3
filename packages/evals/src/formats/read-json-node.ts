import type { YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from "@skillwright/core/parse";
import type { Span } from "@skillwright/core/text";
import { parseJson } from "@skillwright/core/text";

/**
 * Parses valid JSON into the same nodes as YAML, with source spans; undefined when it is nested too deeply. The YAML
 * parser also has spans, but is too slow for files of this size.
 */
export function readJsonNode(source: string, levels: number): YamlNode | undefined {
  return readNode({ source, at: 0 }, levels);
}

type Cursor = { readonly source: string; at: number };

function readNode(cursor: Cursor, levels: number): YamlNode | undefined {
  if (levels === 0) return undefined;
  skipWhitespace(cursor);
  const mark = cursor.source[cursor.at];
  if (mark === "[") return readList(cursor, levels);
  return mark === "{" ? readMap(cursor, levels) : readScalar(cursor);
}

function readList(cursor: Cursor, levels: number): YamlList | undefined {
  const start = cursor.at++;
  const items: YamlNode[] = [];
  while (!isAtEnd(cursor, "]")) {
    const item = readNode(cursor, levels - 1);
    if (!item) return undefined;
    items.push(item);
  }
  return { kind: "list", items, flow: true, span: { start, end: cursor.at } };
}

function readMap(cursor: Cursor, levels: number): YamlMap | undefined {
  const start = cursor.at++;
  // The last duplicate key wins, as everywhere in JSON.
  const entries = new Map<string, YamlEntry>();
  while (!isAtEnd(cursor, "}")) {
    const key = readScalar(cursor);
    skipWhitespace(cursor);
    cursor.at++;
    const value = readNode(cursor, levels - 1);
    if (!value) return undefined;
    entries.set(key.text, { key, value });
  }
  return { kind: "map", entries: [...entries.values()], flow: true, span: { start, end: cursor.at } };
}

/** Advances to the next member, or past the bracket at the end. */
function isAtEnd(cursor: Cursor, bracket: "]" | "}"): boolean {
  skipWhitespace(cursor);
  if (cursor.source[cursor.at] === ",") {
    cursor.at++;
    skipWhitespace(cursor);
  }
  if (cursor.at < cursor.source.length && cursor.source[cursor.at] !== bracket) return false;
  cursor.at++;
  return true;
}

function skipWhitespace(cursor: Cursor): void {
  while (whitespace.has(cursor.source.charCodeAt(cursor.at))) cursor.at++;
}

/** Space, tab, line ends, and the byte order mark that editors on Windows write. */
const whitespace: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xfeff]);

function readScalar(cursor: Cursor): YamlScalar {
  const { source, at: start } = cursor;
  cursor.at = source[start] === '"' ? endOfText(source, start) : endOfWord(source, start);
  const written = source.slice(start, cursor.at);
  return toScalar(parseJson(written), { start, end: cursor.at });
}

function endOfText(source: string, start: number): number {
  let end = source.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(source, end)) end = source.indexOf('"', end + 1);
  return end === -1 ? source.length : end + 1;
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(source: string, at: number): boolean {
  let first = at;
  while (source[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

function endOfWord(source: string, start: number): number {
  const word = /[^\s,\]}]+/y;
  word.lastIndex = start;
  return start + Math.max(1, word.exec(source)?.[0].length ?? 0);
}

function toScalar(value: unknown, span: Span): YamlScalar {
  const known =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  return { kind: "scalar", value: known, text: String(known), style: "double-quoted", span };
}
