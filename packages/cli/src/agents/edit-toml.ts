import { isJsonObject, type Span } from "@skillwright/core/text";
import { parse, TomlError } from "smol-toml";
import { cliLimits } from "../limits.ts";
import {
  type SettingsEditor,
  type SettingsFile,
  type SettingsText,
  unusable,
  valueAt,
} from "./settings-file.ts";
import { appendBlock, cutBlock, isCleanEdit, linesOf } from "./text-edit.ts";

/** TOML settings. Adds and removes tables as text, then parses the result to verify that nothing else changed. */
export const tomlEditor: SettingsEditor = { read: readToml, insert: insertToml, remove: removeToml };

function readToml(file: SettingsText): unknown {
  try {
    // Replace the byte order mark with a space to preserve offsets.
    return parse(file.text.replace(/^\uFEFF/, " "), { maxDepth: cliLimits.settingsDepth });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const offset = linesOf(file.text)
      .slice(0, error.line - 1)
      .join("").length;
    throw unusable(file, offset, "this is not valid TOML; fix it first");
  }
}

function insertToml({ path: name, text }: SettingsFile, path: readonly string[], value: object): string {
  const lines = [`[${path.map(tomlKey).join(".")}]`, ...Object.entries(value).map(tomlLine)];
  if (text === undefined) return `${lines.join("\n")}\n`;
  const file = { path: name, text };
  const after = appendBlock(text, lines);
  if (isCleanEdit(readToml, { file, after, path })) return after;
  throw unusable(file, text.length, `no table can be added to ${path[0]} as it is written; add it by hand`);
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
  throw unusable(file, 0, `${path.join(".")} is not a table on separate lines; remove it by hand`);
}

/** A table and its subtables, without trailing empty lines and comments. */
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
  return typeof value === "number" ? String(value) : tomlText(String(value));
}

/** TOML uses JSON's escapes, plus one for DEL. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", "\\u007F");
}
