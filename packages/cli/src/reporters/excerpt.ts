import { type Finding, type LoadedSkill, printable } from "@skillwright/core";
import type { Style } from "../terminal/style.ts";

/** The offending line with a caret line below it, cut to the terminal; nothing for findings without a place. */
export function excerpt(finding: Finding, skill: LoadedSkill, layout: { style: Style; columns: number }): string[] {
  const { start, end } = finding.range;
  const text = textOf(finding, skill);
  if (text === undefined || (start.line === end.line && start.column === end.column)) return [];
  const line = lineAt(text, start.line);
  const stop = end.line === start.line ? end.column : line.length + 1;
  const gutter = `${start.line} │ `;
  const room = Math.max(20, layout.columns - 9 - gutter.length);
  const from = Math.max(0, Math.min(start.column - 1 - Math.floor(room / 4), line.length - room));
  const shown = printable(line.slice(from, from + room));
  const before = printable(line.slice(from, start.column - 1)).length;
  const marked = printable(line.slice(start.column - 1, stop - 1)).length;
  const carets = "^".repeat(Math.max(1, Math.min(marked, room - before)));
  const { style } = layout;
  return [
    `${style.dim(gutter)}${shown}`,
    `${style.dim(`${" ".repeat(String(start.line).length)} │ `)}${" ".repeat(before)}${style.red(carets)}`,
  ];
}

function textOf({ file }: Finding, skill: LoadedSkill): string | undefined {
  if (file === skill.file) return skill.parsed.text === "" ? undefined : skill.parsed.text;
  return skill.files.read(file.slice(skill.directory.length + 1));
}

function lineAt(text: string, line: number): string {
  let start = 0;
  for (let count = 1; count < line; count++) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  const content = text.slice(start, end === -1 ? text.length : end);
  return content.endsWith("\r") ? content.slice(0, -1) : content;
}
