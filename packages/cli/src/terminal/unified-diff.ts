import { alignLines, printable } from "@skillwright/core/text";

/** Unchanged lines around a change. */
const context = 3;

type Line = { readonly mark: " " | "-" | "+"; readonly text: string };

/**
 * The changes from one text to another in unified diff format, with control characters shown; empty if equal. A text is undefined where
 * there is no file.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return "";
  const isWhole = before === undefined || after === undefined;
  const linesOf = (text = ""): readonly string[] => {
    if (isWhole && text === "") return [];
    return (isWhole ? text.replace(/\r?\n$/, "") : text).split(/\r?\n/);
  };
  const lines = compareLines(linesOf(before), linesOf(after));
  const hunks = findHunks(lines).map(({ start, end }) => formatHunk(lines, start, end));
  return `--- ${printable(path)}\n+++ ${printable(path)}\n${hunks.join("")}`;
}

function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const mark = (sign: Line["mark"], texts: readonly string[]): readonly Line[] =>
    texts.map((text) => ({ mark: sign, text }));
  return alignLines(before, after).flatMap((block) =>
    block.kind === "same" ? mark(" ", block.lines) : [...mark("-", block.removed), ...mark("+", block.added)],
  );
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
  const range = (other: "-" | "+"): string => {
    const length = count(shown, other);
    return `${count(earlier, other) + (length === 0 ? 0 : 1)},${length}`;
  };
  const text = shown.map((line) => `${line.mark}${line.text.replace(/[^\t]+/g, printable)}\n`).join("");
  return `@@ -${range("+")} +${range("-")} @@\n${text}`;
}
