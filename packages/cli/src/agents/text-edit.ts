import { isDeepStrictEqual } from "node:util";
import { SkillError } from "@skillwright/core";
import { isJsonObject, type Span } from "@skillwright/core/text";
import type { SettingsText } from "./settings-file.ts";

/** The text's line break style. */
export function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** Appends lines after an empty line; keeps a missing final line break missing. */
export function appendBlock(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const block = lines.join(eol);
  return text === "" || text.endsWith("\n") ? text + eol + block + eol : text + eol + eol + block;
}

/** Undoes `appendBlock`; undefined if nothing is left. */
export function cutBlock(text: string, { start, end }: Span): string | undefined {
  if (start === 0 && end === text.length) return undefined;
  const isUnended = end === text.length && !text.endsWith("\n");
  const before = text.slice(0, start);
  const separator = isUnended ? /(?:\r?\n){0,2}$/ : /(?<=^|\n)\r?\n$/;
  return before.replace(separator, "") + text.slice(end);
}

/** Lines including their line breaks. */
export function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

type TextEdit = {
  readonly file: SettingsText;
  readonly after: string;
  readonly path: readonly string[];
};

/** Whether a textual edit changed nothing outside a path: parses both versions and compares them. */
export function isCleanEdit(read: (file: SettingsText) => unknown, { file, after, path }: TextEdit): boolean {
  const before = read(file);
  try {
    return isSameApartFrom(path, before, read({ path: file.path, text: after }));
  } catch (error) {
    if (error instanceof SkillError) return false;
    throw error;
  }
}

/** Whether two settings are equal except at a path, ignoring objects that hold nothing else. */
function isSameApartFrom(path: readonly string[], before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(without(before, path), without(after, path));
}

function without(value: unknown, [key, ...inner]: readonly string[]): unknown {
  if (key === undefined || value === null) return undefined;
  if (!isJsonObject(value)) return value;
  const rest = Object.entries(value).flatMap(([name, one]) => {
    const kept = name === key ? without(one, inner) : one;
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}
