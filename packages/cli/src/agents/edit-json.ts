import { cutEnd, isJsonObject, type Span } from "@skillwright/core/text";
import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import { endOfRemarks, endsInLineComment, nextToken, parseJsonSettings } from "./json-settings.ts";
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

/** Formatting of a container's members, so that new ones match. */
type JsonLayout = {
  readonly eol: string;
  /** Indentation of one level. */
  readonly unit: string;
  /** Indentation of each member; undefined if they share one line. */
  readonly indent: string | undefined;
};

/** The layout of a container's members; an empty container follows the file. */
function layoutOf(text: string, root: Node, container: Node): JsonLayout {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const unit = indentAt(text, root.children?.[0]?.offset).slice(0, longestUnit) || "  ";
  const first = container.children?.[0];
  if (first === undefined) return { eol, unit, indent: lineIndent(text, container.offset) + unit };
  return { eol, unit, indent: startsLine(text, first.offset) ? indentAt(text, first.offset) : undefined };
}

/** Limit of `JSON.stringify`. */
const longestUnit = 10;

/** Serializes a value. Containers we write have whitespace after the bracket, even on one line, so we can recognize them. */
function writeJson(value: unknown, { eol, unit, indent }: JsonLayout): string {
  if (indent === undefined) return writeInLine(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

function writeInLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(writeInLine).join(", ")} ]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${writeInLine(one)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function startsLine(text: string, offset: number): boolean {
  return /\n[ \t]*$/.test(text.slice(0, offset));
}

/** The indentation of something that starts its line. */
function indentAt(text: string, offset: number | undefined): string {
  if (offset === undefined || !startsLine(text, offset)) return "";
  return lineIndent(text, offset);
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Removes a value with its key and comma, and any containers that we created for it; undefined if nothing is left. */
function cutJsonMember(text: string, value: Node): string | undefined {
  const member = value.parent?.type === "property" ? value.parent : value;
  const container = member.parent;
  if (container === undefined) return undefined;
  const siblings = container.children ?? [];
  if (siblings.length === 1 && isMadeByUs(text, container, member)) return cutJsonMember(text, container);
  return spansToCut(text, member, container).reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
}

/** Containers we create have whitespace after the bracket and no comments; `insertOnly` relies on that too. */
function isMadeByUs(text: string, container: Node, member: Node): boolean {
  const end = container.offset + container.length;
  const before = text.slice(container.offset + 1, member.offset);
  const after = text.slice(member.offset + member.length, end - 1);
  if (before === "" || before.trim() !== "" || after.trim() !== "") return false;
  return container.parent !== undefined || (container.offset === 0 && text.slice(end).trim() === "");
}

/** Spans to delete, in text order. */
function spansToCut(text: string, member: Node, container: Node): readonly Span[] {
  const siblings = container.children ?? [];
  const previous = siblings[siblings.indexOf(member) - 1];
  const from = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const end = member.offset + member.length;
  const next = nextToken(text, end);
  const hasComma = text[next] === ",";
  const start = startOfCut(text, { from, offset: member.offset, rest: hasComma ? next + 1 : end });
  if (hasComma) {
    // The next member moves up directly behind the bracket, which marks the container as not ours.
    const follows = member.offset === container.offset + 1 ? nextToken(text, next + 1) : next + 1;
    const isClean = text.slice(next + 1, follows).trim() === "";
    return [
      { start, end },
      { start: next, end: isClean ? follows : next + 1 },
    ];
  }
  if (previous === undefined) return [{ start, end }];
  const comma = nextToken(text, from);
  return [
    { start: comma, end: comma + 1 },
    { start, end },
  ];
}

type Place = { readonly from: number; readonly offset: number; readonly rest: number };

/** Includes preceding whitespace and the line break, unless that would pull what follows into a comment. */
function startOfCut(text: string, { from, offset, rest }: Place): number {
  const before = cutEnd(text.slice(from, offset), /[ \t]/);
  const breaks = /\r?\n$/.exec(before)?.[0].length ?? 0;
  const start = from + before.length - breaks;
  const isLineOver = /^[ \t]*(?:\r?\n|$)/.test(text.slice(rest));
  return breaks > 0 && !isLineOver && endsInLineComment(text, from, start) ? start + breaks : start;
}
