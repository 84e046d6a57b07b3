import { limits } from "../limits.ts";
import type { Span } from "../text/span.ts";
import {
  resolveScalar,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
} from "./yaml-node.ts";

/**
 * Reads the simple YAML that nine of ten skills use, about ten times faster than the library, and returns undefined for
 * anything else. A property test compares its results with the library's.
 */
export function readPlainYaml(text: string, span: Span): YamlMap | undefined {
  // A longer text could contain more nodes than allowed; only the slow path counts them.
  if (span.end - span.start > limits.yamlNodes) return undefined;
  const cursor: Cursor = { text, end: span.end, lines: splitLines(text, span), index: 0 };
  const map = nextLine(cursor)?.indent === 0 ? readMap(cursor, 0) : undefined;
  return map && nextLine(cursor) === undefined ? map : undefined;
}

type Cursor = { readonly text: string; readonly end: number; readonly lines: readonly Line[]; index: number };

/** The next line with content, which becomes the current one. */
function nextLine(cursor: Cursor): Line | undefined {
  while (cursor.lines[cursor.index]?.blank) cursor.index++;
  return cursor.lines[cursor.index];
}

function readMap(cursor: Cursor, indent: number): YamlMap | undefined {
  const entries: YamlEntry[] = [];
  const seen = new Set<string>();
  for (let line = nextLine(cursor); line?.indent === indent; line = nextLine(cursor)) {
    const key = readKey(cursor.text, line);
    if (!key || seen.has(key.text)) return undefined;
    seen.add(key.text);
    const value = readValue(cursor, line, key);
    if (!value) return undefined;
    entries.push({ key, value });
  }
  const start = entries[0]?.key.span.start;
  const end = entries.at(-1)?.value.span.end;
  return start === undefined || end === undefined
    ? undefined
    : { kind: "map", entries, flow: false, span: { start, end } };
}

const keyPattern = /[A-Za-z_][\w-]*(?=:(?:[ \t\r\n]|$))/y;

function readKey(text: string, line: Line): YamlScalar | undefined {
  keyPattern.lastIndex = line.start;
  const name = keyPattern.exec(text)?.[0];
  const key =
    name === undefined ? undefined : plainScalar(name, { start: line.start, end: line.start + name.length });
  return typeof key?.value === "string" ? key : undefined;
}

function plainScalar(text: string, span: Span): YamlScalar {
  return { kind: "scalar", value: resolveScalar(text), text, style: "plain", span };
}

/** The value after a key: on its line, or in the lines below that are indented deeper. */
function readValue(cursor: Cursor, line: Line, key: YamlScalar): YamlNode | undefined {
  const { text } = cursor;
  let start = key.span.end + 1;
  while (start < line.end && text.charCodeAt(start) === 0x20) start++;
  cursor.index++;
  if (start >= line.end) return readNested(cursor, line.indent, key);
  const first = text[start];
  if (first === "|" || first === ">") return readBlockScalar(cursor, { start, end: line.end }, line.indent);
  const value = first === "[" ? readFlowList(text, start, line.end) : readScalar(text, start, line.end);
  const next = nextLine(cursor);
  // A deeper line continues this scalar; leave that to the library.
  return next && next.indent > line.indent ? undefined : value;
}

function readNested(cursor: Cursor, indent: number, key: YamlScalar): YamlNode | undefined {
  const next = nextLine(cursor);
  // Each level is indented by at least one, so a deep indent could exceed the allowed depth.
  if (next && next.indent > limits.yamlDepth - 2) return undefined;
  const isList = next !== undefined && cursor.text.startsWith("- ", next.start);
  if (next && next.indent > indent)
    return isList ? readList(cursor, next.indent) : readMap(cursor, next.indent);
  if (next && next.indent === indent && isList) return readList(cursor, indent);
  const end = key.span.end + 1;
  return { kind: "scalar", value: null, text: "", style: "plain", span: { start: end, end } };
}

function readList(cursor: Cursor, indent: number): YamlList | undefined {
  const { text } = cursor;
  const items: YamlScalar[] = [];
  const start = nextLine(cursor)?.start ?? 0;
  for (
    let line = nextLine(cursor);
    line?.indent === indent && text[line.start] === "-";
    line = nextLine(cursor)
  ) {
    if (text[line.start + 1] !== " ") return undefined;
    let at = line.start + 2;
    while (at < line.end && text.charCodeAt(at) === 0x20) at++;
    const item = at < line.end ? readScalar(text, at, line.end) : undefined;
    if (!item) return undefined;
    items.push(item);
    cursor.index++;
  }
  const next = nextLine(cursor);
  if (next && next.indent > indent) return undefined;
  return { kind: "list", items, flow: false, span: { start, end: items.at(-1)?.span.end ?? start } };
}

// A plain scalar cannot start with an indicator, contain `: ` or ` #`, or end with a colon.
const indicators = new Set("!&*-?|>@`%{}[],#:\\\t");
const unsafe = "\\t\\r\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u00a0\\u2028\\u2029\\ufeff";
const unsafeInPlain = new RegExp(`:[ \\t]|[ \\t]#|[${unsafe}]`);
const unsafeInQuotes = new RegExp(`[\\\\${unsafe}]`);
const unsafeInBlock = new RegExp(`[${unsafe}]`);

function readScalar(text: string, start: number, end: number): YamlScalar | undefined {
  const first = text[start] ?? "";
  if (first === '"' || first === "'") return readQuoted(text, start, end);
  if (indicators.has(first)) return undefined;
  const content = text.slice(start, end);
  if (unsafeInPlain.test(content) || content.endsWith(":")) return undefined;
  return plainScalar(content, { start, end });
}

function readQuoted(text: string, start: number, end: number): YamlScalar | undefined {
  const quote = text[start] ?? "";
  const content = text.slice(start + 1, end - 1);
  if (end - start < 2 || text[end - 1] !== quote || content.includes(quote) || unsafeInQuotes.test(content))
    return undefined;
  const style = quote === '"' ? "double-quoted" : "single-quoted";
  return { kind: "scalar", value: content, text: content, style, span: { start, end } };
}

const flowItem = /[\w./@+-]+|"[^"\\\n]*"|'[^'\n]*'/y;

/** `[pdf, "a b"]` on one line, with only words and simple quotes. */
function readFlowList(text: string, start: number, end: number): YamlList | undefined {
  if (text[end - 1] !== "]") return undefined;
  const items: YamlScalar[] = [];
  let at = start + 1;
  const skipBlanks = (): void => {
    while (text.charCodeAt(at) === 0x20) at++;
  };
  for (skipBlanks(); at < end - 1; skipBlanks()) {
    flowItem.lastIndex = at;
    const length = flowItem.exec(text)?.[0].length ?? 0;
    const item = length > 0 && at + length < end ? readScalar(text, at, at + length) : undefined;
    if (!item) return undefined;
    items.push(item);
    at += length;
    skipBlanks();
    if (at === end - 1) break;
    if (text[at] !== ",") return undefined;
    at++;
  }
  return { kind: "list", items, flow: true, span: { start, end } };
}

/** A block scalar whose lines all share one indent, with no empty line inside. */
function readBlockScalar(cursor: Cursor, header: Span, indent: number): YamlScalar | undefined {
  const mark = cursor.text.slice(header.start, header.end);
  if (!/^[|>]-?$/.test(mark)) return undefined;
  const parts: string[] = [];
  const [first] = cursor.lines.slice(cursor.index, cursor.index + 1);
  let end = header.end;
  for (; ; cursor.index++) {
    const line = cursor.lines[cursor.index];
    if (!line || (!line.blank && line.indent <= indent)) break;
    const content = cursor.text.slice(line.start, line.end);
    // Trailing spaces and empty lines are content here; leave such blocks to the library.
    if (
      content === "" ||
      line.trailing ||
      line.end >= cursor.end ||
      line.indent !== first?.indent ||
      unsafeInBlock.test(content)
    )
      return undefined;
    parts.push(content);
    end = line.end;
  }
  if (!first || parts.length === 0 || first.indent <= indent) return undefined;
  const folded = mark.startsWith(">");
  const content = parts.join(folded ? " " : "\n") + (mark.endsWith("-") ? "" : "\n");
  const style = folded ? "folded" : "literal";
  return { kind: "scalar", value: content, text: content, style, span: { start: header.start, end } };
}

/** A line without its indent and trailing spaces. `blank` is true for empty lines and comments. */
type Line = {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly blank: boolean;
  /** Whether spaces or tabs separate `end` from the line break. */
  readonly trailing: boolean;
};

export function splitLines(text: string, span: Span): readonly Line[] {
  const lines: Line[] = [];
  for (let start = span.start; start < span.end; ) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 || newline > span.end ? span.end : newline;
    const content = next > start && text.charCodeAt(next - 1) === 0x0d ? next - 1 : next;
    let end = content;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    let first = start;
    while (first < end && text.charCodeAt(first) === 0x20) first++;
    const blank = first >= end || text.charCodeAt(first) === 0x23;
    lines.push({ start: first, end, indent: first - start, blank, trailing: end < content });
    start = next + 1;
  }
  return lines;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
