import { printable } from "@skillwright/core/text";

/** Unchanged lines around a change. */
const context = 3;

/** How many lines to search ahead for the place where two texts agree again. */
const lookahead = 400;

type Line = { readonly mark: " " | "-" | "+"; readonly text: string };

/** The changes from one text to another in unified diff format, with control characters shown; empty if equal. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const lines = compareLines(before.split(/\r?\n/), after.split(/\r?\n/));
  const hunks = findHunks(lines).map(({ start, end }) => formatHunk(lines, start, end));
  return `--- ${printable(path)}\n+++ ${printable(path)}\n${hunks.join("")}`;
}

/** Walks through both texts; at a difference, skips as few lines as possible until they agree again. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const { removed, added } = nextMatch(before, after, { row, column });
    for (const text of before.slice(row, row + removed)) lines.push({ mark: "-", text });
    for (const text of after.slice(column, column + added)) lines.push({ mark: "+", text });
    row += removed;
    column += added;
    const text = before[row];
    if (text === undefined || column >= after.length) continue;
    lines.push({ mark: " ", text });
    row++;
    column++;
  }
  return lines;
}

type Place = { readonly row: number; readonly column: number };
type Skip = { readonly removed: number; readonly added: number };

function nextMatch(before: readonly string[], after: readonly string[], { row, column }: Place): Skip {
  const [left, right] = [before.length - row, after.length - column];
  for (let skipped = 0; skipped <= Math.min(left + right, lookahead); skipped++) {
    for (let removed = Math.max(0, skipped - right); removed <= Math.min(skipped, left); removed++) {
      const text = before[row + removed];
      const added = skipped - removed;
      if (text !== undefined && text === after[column + added]) return { removed, added };
    }
  }
  return { removed: left, added: right };
}

type Hunk = { readonly start: number; readonly end: number };

/** Ranges of changed lines with their context; ranges that touch are one. */
function findHunks(lines: readonly Line[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { mark }] of lines.entries()) {
    if (mark === " ") continue;
    const last = hunks.at(-1);
    const end = Math.min(lines.length, index + context + 1);
    if (last && index - context <= last.end) hunks[hunks.length - 1] = { start: last.start, end };
    else hunks.push({ start: Math.max(0, index - context), end });
  }
  return hunks;
}

function formatHunk(lines: readonly Line[], start: number, end: number): string {
  const count = (part: readonly Line[], other: "-" | "+"): number =>
    part.filter(({ mark }) => mark !== other).length;
  const [earlier, shown] = [lines.slice(0, start), lines.slice(start, end)];
  const range = (other: "-" | "+"): string => `${count(earlier, other) + 1},${count(shown, other)}`;
  const text = shown.map((line) => `${line.mark}${line.text.replace(/[^\t]+/g, printable)}\n`).join("");
  return `@@ -${range("+")} +${range("-")} @@\n${text}`;
}
