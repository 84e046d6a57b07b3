import { isJsonObject } from "@skillwright/core/text";
import type { Node } from "jsonc-parser";

/** Formatting of a container's members, so that new ones match. */
export type JsonLayout = {
  readonly eol: string;
  /** Indentation of one level. */
  readonly unit: string;
  /** Indentation of each member; undefined if they share one line. */
  readonly indent: string | undefined;
};

/** The layout of a container's members; an empty container follows the file. */
export function layoutOf(text: string, root: Node, container: Node): JsonLayout {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const unit = indentAt(text, root.children?.[0]?.offset).slice(0, longestUnit) || "  ";
  const first = container.children?.[0];
  if (first === undefined) return { eol, unit, indent: lineIndent(text, container.offset) + unit };
  return { eol, unit, indent: startsLine(text, first.offset) ? indentAt(text, first.offset) : undefined };
}

/** Limit of `JSON.stringify`. */
const longestUnit = 10;

/** Serializes a value. Containers we write have whitespace after the bracket, even on one line, so we can recognize them. */
export function writeJson(value: unknown, { eol, unit, indent }: JsonLayout): string {
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
