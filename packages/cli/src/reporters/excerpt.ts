import type { Finding } from "@skillwright/core";
import { findRule, sourceText } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { createLineIndex, printable } from "@skillwright/core/text";
import type { Style } from "../terminal/style.ts";
import { textWidth } from "../terminal/text-width.ts";

/** How a finding is laid out: `indent` columns come before its lines. */
export type Layout = { readonly style: Style; readonly columns: number; readonly indent: number };

/** The offending line with carets below it, cut to the terminal width; empty for findings without a range. */
export function excerpt(
  finding: Finding,
  skill: LoadedSkill,
  { style, columns, indent }: Layout,
): readonly string[] {
  const { start, end } = finding.range;
  const text = findRule(finding.rule)?.hidesSource ? undefined : sourceText(finding, skill);
  if (text === undefined || (start.line === end.line && start.column === end.column)) return [];
  const place = createLineIndex(text).lineSpan(start.line);
  const line = text.slice(place.start, place.end).replaceAll("\t", " ");
  const stop = end.line === start.line ? end.column : line.length + 1;
  const gutter = `${start.line} │ `;
  const room = Math.max(20, columns - indent - gutter.length);
  const from = Math.max(0, Math.min(start.column - 1 - Math.floor(room / 4), line.length - room));
  const shown = printable(line.slice(from, from + room))
    .replace(/^./su, (character) => (from > 0 ? "…" : character))
    .replace(/.$/su, (character) => (from + room < line.length ? "…" : character));
  const before = textWidth(printable(line.slice(from, start.column - 1)));
  const marked = textWidth(printable(line.slice(start.column - 1, stop - 1)));
  const carets = "^".repeat(Math.max(1, Math.min(marked, room - before)));
  return [
    `${style.dim(gutter)}${shown}`,
    `${style.dim(`${" ".repeat(String(start.line).length)} │ `)}${" ".repeat(before)}${style.red(carets)}`,
  ];
}
