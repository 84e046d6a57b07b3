import type { Edit, Fix } from "../../../finding.ts";
import type { ParsedSkill } from "../../../parse/parse-skill.ts";
import { findEntry, type YamlEntry, type YamlMap } from "../../../parse/yaml-node.ts";
import { trimSpan } from "../../../text/span.ts";
import { quoteScalar } from "../../frontmatter-edits.ts";

/**
 * A fix that moves fields under metadata as strings. One fix for all of them, since fixes that insert at the same place
 * exclude each other.
 */
export function moveUnderMetadata(
  { text, frontmatter }: ParsedSkill,
  entries: readonly YamlEntry[],
): Fix | undefined {
  const [first, ...rest] = entries;
  if (!first) return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const title = `Move ${entries.map((entry) => entry.key.text).join(", ")} under metadata`;
  const metadata = findEntry(frontmatter, "metadata")?.value;
  if (metadata?.kind === "map") {
    const lines = linesFor(entries, indentOf(text, metadata) ?? "");
    const end = endOfLine(text, trimSpan(text, metadata.span).end);
    const insertion = { span: { start: end, end }, text: newline + lines.join(newline) };
    return { title, safe: false, edits: [insertion, ...entries.map((entry) => removeLine(text, entry))] };
  }
  const span = { start: first.key.span.start, end: first.value.span.end };
  const creation = { span, text: ["metadata:", ...linesFor(entries, "  ")].join(newline) };
  return { title, safe: false, edits: [creation, ...rest.map((entry) => removeLine(text, entry))] };
}

/** Whether a field is a single line that can move without losing a comment, an anchor or another entry. */
export function canMove({ text, frontmatter }: ParsedSkill, { key, value }: YamlEntry): boolean {
  if (value.kind !== "scalar" || value.value === null) return false;
  const metadata = findEntry(frontmatter, "metadata")?.value;
  if (metadata && (metadata.kind !== "map" || indentOf(text, metadata) === undefined)) return false;
  if (findEntry(metadata, key.text)) return false;
  const start = key.span.start;
  const before = text.slice(text.lastIndexOf("\n", start - 2) + 1, start);
  const line = text.slice(start, endOfLine(text, start));
  const written = text.slice(value.span.start, value.span.end);
  return before.endsWith("\n") && !before.trimStart().startsWith("#") && isWholeLine(line, key.text, written);
}

function isWholeLine(line: string, key: string, value: string): boolean {
  return !/^[|>*]/.test(value) && line.startsWith(`${key}:`) && line.slice(key.length + 1).trim() === value;
}

/** The indentation of a block mapping; undefined for a flow mapping or an alias. */
function indentOf(text: string, { entries, flow, span }: YamlMap): string | undefined {
  const start = entries[0]?.key.span.start;
  if (flow || start !== span.start) return undefined;
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return /^ +$/.test(indent) ? indent : undefined;
}

function linesFor(entries: readonly YamlEntry[], indent: string): string[] {
  return entries.map(
    ({ key, value }) => `${indent}${key.text}: ${quoteScalar(value.kind === "scalar" ? value.text : "")}`,
  );
}

function removeLine(text: string, { key }: YamlEntry): Edit {
  const newline = text.indexOf("\n", key.span.start);
  return { span: { start: key.span.start, end: newline === -1 ? text.length : newline + 1 }, text: "" };
}

/** Offset of the line break after `at`. */
function endOfLine(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  if (newline === -1) return text.length;
  return text[newline - 1] === "\r" ? newline - 1 : newline;
}
