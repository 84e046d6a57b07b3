import { isJsonObject, type Span } from "@skillwright/core/text";
import { parse, TomlError } from "smol-toml";
import { cliLimits } from "../limits.ts";
import { isCleanEdit } from "./clean-edit.ts";
import {
  type SettingsEditor,
  type SettingsFile,
  type SettingsText,
  unusable,
  valueAt,
} from "./settings-file.ts";
import { appendBlock, cutBlock, linesOf } from "./text-block.ts";

/** Settings in TOML. Tables of our own are added and removed as text, and the result is parsed to see that nothing else changed. */
export const tomlEditor: SettingsEditor = { read: readToml, insert: insertToml, remove: removeToml };

function readToml(file: SettingsText): unknown {
  try {
    // A blank in place of the byte order mark keeps all lines.
    return parse(file.text.replace(/^\uFEFF/, " "), { maxDepth: cliLimits.settingsDepth });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const offset = linesOf(file.text)
      .slice(0, error.line - 1)
      .join("").length;
    throw unusable(file, offset, "this is not valid TOML; correct it first");
  }
}

function insertToml({ path: name, text }: SettingsFile, path: readonly string[], value: object): string {
  const lines = [`[${path.map(tomlKey).join(".")}]`, ...Object.entries(value).map(tomlLine)];
  if (text === undefined) return `${lines.join("\n")}\n`;
  const file = { path: name, text };
  const after = appendBlock(text, lines);
  if (isCleanEdit(readToml, { file, after, path })) return after;
  throw unusable(file, text.length, `${path[0]} is written so that no table can be added; add it by hand`);
}

function removeToml(file: SettingsText, path: readonly string[]): string | undefined {
  if (valueAt(readToml(file), path) === undefined) return file.text;
  const after = findTables(file.text, path).reduceRight<string | undefined>(
    (text, span) => (text === undefined ? text : cutBlock(text, span)),
    file.text,
  );
  const rest = { path: file.path, text: after ?? "" };
  const isClean = isCleanEdit(readToml, { file, after: rest.text, path });
  if (isClean && valueAt(readToml(rest), path) === undefined) return after;
  throw unusable(file, 0, `${path.join(".")} is not a table of its own lines; remove it by hand`);
}

/** A table's header with its lines, and those of tables in it, without empty lines and comments after them. */
function findTables(text: string, path: readonly string[]): readonly Span[] {
  const spans: { start: number; end: number }[] = [];
  const name = path.map((key) => `(?:"${key}"|'${key}'|${key})`).join("\\s*\\.\\s*");
  const own = new RegExp(`^\\s*\\[\\s*${name}\\s*[.\\]]`);
  let offset = 0;
  let isInside = false;
  for (const line of linesOf(text)) {
    const start = offset;
    offset += line.length;
    if (/^\s*\[/.test(line)) {
      isInside = own.test(line);
      if (isInside) spans.push({ start, end: offset });
    }
    const last = spans.at(-1);
    if (isInside && last !== undefined && !/^\s*(?:#|$)/.test(line)) last.end = offset;
  }
  return spans;
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : tomlText(key);
}

function tomlLine([key, value]: readonly [string, unknown]): string {
  return `${tomlKey(key)} = ${tomlValue(value)}`;
}

function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (isJsonObject(value)) return `{ ${Object.entries(value).map(tomlLine).join(", ")} }`;
  return tomlText(String(value));
}

/** JSON's escapes are those of TOML, which wants one more. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", "\\u007F");
}
