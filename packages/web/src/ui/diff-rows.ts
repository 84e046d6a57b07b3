import { alignLines, type LineBlock } from "@skillwright/core/text";

export type DiffLine = { readonly number: number; readonly text: string };

/** A line of the comparison: on both sides, changed, or on one side only. */
export type DiffRow = {
  readonly kind: "same" | "changed";
  readonly before?: DiffLine;
  readonly after?: DiffLine;
};

/** Unchanged lines that are far from a change. */
type DiffGap = { readonly kind: "gap"; readonly rows: readonly DiffRow[] };
export type DiffPart = { readonly kind: "rows"; readonly rows: readonly DiffRow[] } | DiffGap;

/** Compares two texts line by line, with bounded work. */
export function compareTexts(before: string, after: string): readonly LineBlock[] {
  return alignLines(toLines(before), toLines(after), mostEdits);
}

/** The rows of a comparison. Removed and added lines of one change stand side by side. */
export function toRows(blocks: readonly LineBlock[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [left, right] = [0, 0];
  for (const block of blocks) {
    if (block.kind === "same") {
      for (const text of block.lines)
        rows.push({ kind: "same", before: { number: ++left, text }, after: { number: ++right, text } });
      continue;
    }
    const { removed, added } = block;
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [old, now] = [removed[at], added[at]];
      rows.push({
        kind: "changed",
        ...(old !== undefined && { before: { number: ++left, text: old } }),
        ...(now !== undefined && { after: { number: ++right, text: now } }),
      });
    }
  }
  return rows;
}

/** Changes with a few lines around them, and the gaps between. */
export function toParts(rows: readonly DiffRow[], context = 3): readonly DiffPart[] {
  const isNear = new Uint8Array(rows.length);
  for (const [at, { kind }] of rows.entries())
    if (kind === "changed") isNear.fill(1, Math.max(0, at - context), at + context + 1);
  const parts: { kind: "rows" | "gap"; rows: DiffRow[] }[] = [];
  for (const [at, row] of rows.entries()) {
    const kind = isNear[at] === 1 ? "rows" : "gap";
    const last = parts.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else parts.push({ kind, rows: [row] });
  }
  return parts;
}

export type Word = { readonly text: string; readonly isChanged: boolean };

/** Which words of a changed line differ; undefined if the lines are too long, or have too little in common to show it. */
export function compareWords(
  before: string,
  after: string,
): { readonly before: readonly Word[]; readonly after: readonly Word[] } | undefined {
  if (before.length > longestLine || after.length > longestLine) return undefined;
  const blocks = alignLines(toWords(before), toWords(after), mostWords);
  const same = blocks.reduce(
    (sum, block) => sum + (block.kind === "same" ? block.lines.join("").length : 0),
    0,
  );
  if (same * 3 < Math.max(before.length, after.length)) return undefined;
  const side = (key: "removed" | "added"): readonly Word[] =>
    blocks.flatMap((block): Word[] => {
      const text = block.kind === "same" ? block.lines.join("") : block[key].join("");
      return text === "" ? [] : [{ text, isChanged: block.kind === "changed" }];
    });
  return { before: side("removed"), after: side("added") };
}

function toWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];
}

function toLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

const mostEdits = 1000;
const mostWords = 100;
const longestLine = 500;
