import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import { cutJsonMember } from "./cut-json-member.ts";
import { type JsonLayout, layoutOf, writeJson } from "./json-layout.ts";
import { parseJsonSettings } from "./json-settings.ts";
import { endOfRemarks, nextToken } from "./json-tokens.ts";
import {
  isEmptyText,
  nest,
  type SettingsEditor,
  type SettingsFile,
  type SettingsPath,
  type SettingsText,
  unusable,
} from "./settings-file.ts";

/** Settings in JSON, with or without comments. */
export const jsonEditor: SettingsEditor = {
  // The library's objects have no prototype, so deep comparison would fail.
  read: (file) =>
    isEmptyText(file.text) ? {} : JSON.parse(JSON.stringify(getNodeValue(parseJsonSettings(file)))),
  insert: insertJson,
  remove: removeJson,
};

/** Inserts a value under a key that does not exist yet. */
export function insertJson(
  { path: name, text }: SettingsFile,
  path: readonly string[],
  value: unknown,
): string {
  if (text === undefined || isEmptyText(text)) return `${JSON.stringify(nest(path, value), null, 2)}\n`;
  const file = { path: name, text };
  const root = parseJsonSettings(file);
  const { container, rest } = descend(file, root, path);
  const [key = "", ...inner] = rest;
  return insertMember(text, { root, container, key, value: nest(inner, value) });
}

/** Appends a value to a list, creating the list if needed. */
export function appendJson(file: SettingsFile, path: readonly string[], value: unknown): string {
  if (file.text === undefined || isEmptyText(file.text)) return insertJson(file, path, [value]);
  const known = { path: file.path, text: file.text };
  const root = parseJsonSettings(known);
  const list = findNodeAtLocation(root, [...path]);
  if (list === undefined) return insertJson(file, path, [value]);
  if (list.type !== "array") throw unusable(known, list.offset, `expected a list at ${path.join(".")}`);
  return insertMember(known.text, { root, container: list, value });
}

/** Removes a value with any containers we created for it; undefined if nothing is left. */
export function removeJson(file: SettingsText, path: SettingsPath): string | undefined {
  const found = findNodeAtLocation(parseJsonSettings(file), [...path]);
  return found === undefined ? file.text : cutJsonMember(file.text, found);
}

/** The innermost existing object on a path, and the keys that are missing. */
function descend(
  file: SettingsText,
  root: Node,
  path: readonly string[],
): { readonly container: Node; readonly rest: readonly string[] } {
  let container = root;
  for (const [depth, key] of path.entries()) {
    if (container.type !== "object")
      throw unusable(file, container.offset, `expected an object at ${path.slice(0, depth).join(".")}`);
    const next = findNodeAtLocation(container, [key]);
    if (next === undefined) return { container, rest: path.slice(depth) };
    container = next;
  }
  throw unusable(file, container.offset, `${path.join(".")} already exists`);
}

type NewMember = {
  readonly root: Node;
  readonly container: Node;
  /** Absent in a list. */
  readonly key?: string;
  readonly value: unknown;
};

function insertMember(text: string, { root, container, key, value }: NewMember): string {
  const layout = layoutOf(text, root, container);
  const written = (key === undefined ? "" : `${JSON.stringify(key)}: `) + writeJson(value, layout);
  const last = container.children?.at(-1);
  if (last === undefined) return insertOnly(text, container, { written, layout });
  const isInLine = layout.indent === undefined;
  const lead = isInLine ? " " : layout.eol + layout.indent;
  const end = last.offset + last.length;
  const comma = nextToken(text, end);
  const hasComma = text[comma] === ",";
  const after = hasComma ? comma + 1 : end;
  const place = isInLine ? after : endOfRemarks(text, after);
  const [first, second] = hasComma ? ["", ","] : [",", ""];
  return `${text.slice(0, after)}${first}${text.slice(after, place)}${lead}${written}${second}${text.slice(place)}`;
}

type Written = { readonly written: string; readonly layout: JsonLayout };

/**
 * Inserts directly after the bracket: the missing whitespace distinguishes a container that was there from one we created.
 * Comments inside also mark it as not ours, so then the value may go on its own line.
 */
function insertOnly(text: string, container: Node, { written, layout }: Written): string {
  const start = container.offset + 1;
  const inner = text.slice(start, container.offset + container.length - 1);
  const lead = inner.trim() === "" ? "" : layout.eol + (layout.indent ?? "");
  return text.slice(0, start) + lead + written + text.slice(start);
}
