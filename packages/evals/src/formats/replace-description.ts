import type { Edit } from "@skillwright/core";
import { SkillError } from "@skillwright/core";
import { quoteScalar, toScalar } from "@skillwright/core/check";
import {
  findEntry,
  type ParsedSkill,
  parseSkill,
  type YamlEntry,
  type YamlMap,
} from "@skillwright/core/parse";
import { applyEdits, cutEnd } from "@skillwright/core/text";

/**
 * Replaces the description in a SKILL.md and nothing else: comments, other fields and line ends stay. Throws when
 * there is no usable frontmatter.
 */
export function replaceDescription(manifestText: string, description: string): string {
  const parsed = parseSkill(manifestText);
  const entry = findEntry(parsed.frontmatter, "description");
  const edit = entry
    ? replaceValue(manifestText, entry, toValue(description, parsed.frontmatter))
    : insertEntry(parsed, description);
  const result = applyEdits(manifestText, [edit]);
  // For example an anchor that other fields refer to, or YAML that was only readable after repairs.
  if (!isSameBut(parsed, parseSkill(result), description))
    throw unusable("its description cannot be replaced without changing more");
  return result;
}

function toValue(description: string, map: YamlMap | undefined): string {
  // Characters that other YAML readers treat as a line break or reject.
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufeff]/u.test(description)) return escapeScalar(description);
  return map?.flow ? quoteScalar(description) : toScalar(description);
}

function escapeScalar(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function replaceValue(text: string, { key, value }: YamlEntry, scalar: string): Edit {
  const { start, end } = value.span;
  const isEmpty = start === end;
  if (isEmpty || (value.kind !== "scalar" && !value.flow)) {
    const colon = text.indexOf(":", key.span.end) + 1;
    const stop = isEmpty ? colon : start + text.slice(start, end).trimEnd().length;
    return { span: { start: colon, end: stop }, text: ` ${scalar}` };
  }
  // The only comment that can be inside a value follows `>` or `|`.
  const [, comment = ""] = /^[|>][-+\d]{0,2}([ \t]+#[^\r\n]*)?/.exec(text.slice(start, end)) ?? [];
  return { span: { start, end }, text: scalar + comment };
}

/** Inserts after the name, or at the start when there is no name. */
function insertEntry({ text, frontmatter, frontmatterSpan }: ParsedSkill, description: string): Edit {
  if (!frontmatterSpan || (!frontmatter && !isBlank(text.slice(frontmatterSpan.start, frontmatterSpan.end))))
    throw unusable("it has no frontmatter that can be read");
  const field = `description: ${toValue(description, frontmatter)}`;
  const name = findEntry(frontmatter, "name");
  const first = name ?? frontmatter?.entries[0];
  if (frontmatter?.flow && first) {
    const at = first.value.span.end;
    return { span: { start: at, end: at }, text: `, ${field}` };
  }
  const newline = text.slice(0, frontmatterSpan.start).endsWith("\r\n") ? "\r\n" : "\n";
  const before = first ? text.slice(frontmatterSpan.start, first.key.span.start) : "";
  const indent = before.slice(cutEnd(before, /[ \t]/).length);
  const at = name ? endOfLine(text, Math.max(name.key.span.end, name.value.span.end)) : frontmatterSpan.start;
  const isOpen = at > 0 && text[at - 1] !== "\n";
  return { span: { start: at, end: at }, text: `${isOpen ? newline : ""}${indent}${field}${newline}` };
}

function isBlank(yaml: string): boolean {
  return yaml.split("\n").every((line) => /^\s*(?:#|$)/.test(line));
}

/** The offset after the line break of the line containing this offset. */
function endOfLine(text: string, at: number): number {
  const newline = text.indexOf("\n", text[at - 1] === "\n" ? at - 1 : at);
  return newline === -1 ? text.length : newline + 1;
}

function isSameBut(before: ParsedSkill, after: ParsedSkill, description: string): boolean {
  return after.manifest.description === description.trim() && restOf(before) === restOf(after);
}

function restOf({ text, manifest: { description: _, ...rest }, bodySpan }: ParsedSkill): string {
  return JSON.stringify([rest, text.slice(bodySpan.start, bodySpan.end)]);
}

function unusable(reason: string): SkillError {
  return new SkillError("skill-invalid", { path: "SKILL.md", reason });
}
