import { printable } from "@skillwright/core";
import type { SettingsChange } from "./settings-plan.ts";

/** Characters of a line, and lines, that are shown: some agents keep megabytes in one line. */
const shownCharacters = 160;
const shownLines = 200;

/** The lines that change, with `-` and `+` before them. */
export function settingsDiff({ before = "", after = "" }: SettingsChange): readonly string[] {
  const old = toLines(before);
  const now = toLines(after);
  const start = countSame(old, now);
  const end = countSame(old.slice(start).reverse(), now.slice(start).reverse());
  const removed = old.slice(start, old.length - end).map((line) => `- ${shorten(line)}`);
  const added = now.slice(start, now.length - end).map((line) => `+ ${shorten(line)}`);
  const lines = [...removed, ...added];
  const rest = lines.length - shownLines;
  return [
    `@@ line ${start + 1} @@`,
    ...lines.slice(0, shownLines),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ];
}

function toLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function countSame(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((line, index) => line !== b[index]);
  return different === -1 ? a.length : different;
}

function shorten(line: string): string {
  const cut = line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
  return printable(cut.replaceAll("\t", "    "));
}
