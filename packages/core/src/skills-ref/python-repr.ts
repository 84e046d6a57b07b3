import type { StrictValue } from "./strict-yaml.ts";

/** Python's `repr()`, as in `{'b': 'c'}` and `['a', 'b']`. */
export function toPythonRepr(value: StrictValue): string {
  if (typeof value === "string") return quote(value);
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${quote(key)}: ${toPythonRepr(item)}`);
    return `{${entries.join(", ")}}`;
  }
  return `[${[...value.values()].map(toPythonRepr).join(", ")}]`;
}

/** Python's `str()` of a strictyaml value: text unchanged, lists and dicts as their repr. */
export function toPythonString(value: StrictValue): string {
  return typeof value === "string" ? value : toPythonRepr(value);
}

function quote(text: string): string {
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
