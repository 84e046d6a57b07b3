import type { StrictValue } from "./strict-yaml.ts";

/** Python's `repr()`, as in `{'b': 'c'}` and `['a', 'b']`. */
export function toPythonRepr(value: StrictValue): string {
  if (typeof value === "string") return quoteRepr(value);
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${quoteRepr(key)}: ${toPythonRepr(item)}`);
    return `{${entries.join(", ")}}`;
  }
  return `[${[...value.values()].map(toPythonRepr).join(", ")}]`;
}

/** Python's `str()` of a strictyaml value: text unchanged, lists and dicts as their repr. */
export function toPythonString(value: StrictValue): string {
  return typeof value === "string" ? value : toPythonRepr(value);
}

function quoteRepr(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replace(/[\\'"]|(?! )[\p{C}\p{Z}]/gu, (found) => escapeCharacter(found, mark)) + mark;
}

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

function escapeCharacter(found: string, mark: string): string {
  if (found === "'" || found === '"') return found === mark ? `\\${found}` : found;
  const named = NAMED[found];
  if (named !== undefined) return named;
  const code = found.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, "0");
}

/** A JSON value; a Map keeps keys such as "1" in their original order. */
type PythonJsonValue =
  | string
  | readonly PythonJsonValue[]
  | ReadonlyMap<string, PythonJsonValue>
  | { readonly [key: string]: PythonJsonValue };

/** Python's `json.dumps(value, indent=2)`: ASCII only, everything else as `\uXXXX`. */
export function toPythonJson(value: PythonJsonValue, indent = ""): string {
  if (typeof value === "string") return quoteJson(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    return wrap(
      "[]",
      value.map((item) => toPythonJson(item, inner)),
      indent,
    );
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return wrap(
    "{}",
    entries.map(([key, item]) => `${quoteJson(key)}: ${toPythonJson(item, inner)}`),
    indent,
  );
}

// `Array.isArray` does not narrow readonly arrays out of a union.
function isList(value: PythonJsonValue): value is readonly PythonJsonValue[] {
  return Array.isArray(value);
}

function wrap(brackets: "[]" | "{}", items: readonly string[], indent: string): string {
  if (items.length === 0) return brackets;
  const lines = items.map((item) => `${indent}  ${item}`).join(",\n");
  return `${brackets[0]}\n${lines}\n${indent}${brackets[1]}`;
}

function quoteJson(text: string): string {
  // JSON.stringify uses the same short escapes but leaves DEL and everything beyond ASCII unescaped.
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// `trim()` differs: it keeps U+001C–U+001F and U+0085, and removes U+FEFF.
const WHITESPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Python's `str.strip()`. */
export function pythonStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITESPACE.test(text.charAt(start))) start++;
  while (end > start && WHITESPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Python's string order: by code point, while JavaScript's `<` compares UTF-16 units. */
export function compareCodePoints(left: string, right: string): number {
  const a = Array.from(left, (character) => character.codePointAt(0) ?? 0);
  const b = Array.from(right, (character) => character.codePointAt(0) ?? 0);
  const at = a.findIndex((code, index) => code !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** A text with LF line breaks, and the offsets of the removed CRs. */
type UniversalNewlines = {
  readonly text: string;
  /** Offsets in the original text of each removed CR, ascending. */
  readonly leftOut: readonly number[];
};

/** Converts line breaks like Python's text mode: CRLF and a lone CR become LF. */
export function toUniversalNewlines(original: string): UniversalNewlines {
  const leftOut: number[] = [];
  for (let at = original.indexOf("\r\n"); at !== -1; at = original.indexOf("\r\n", at + 2)) leftOut.push(at);
  return { text: original.replace(/\r\n?/g, "\n"), leftOut };
}

/** Maps an offset in the LF text to the original text. */
export function toOriginalOffset(offset: number, leftOut: readonly number[]): number {
  let low = 0;
  let high = leftOut.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // The CR at index `middle` counts if it was before this character.
    if ((leftOut[middle] ?? 0) - middle < offset) low = middle + 1;
    else high = middle;
  }
  return offset + low;
}
