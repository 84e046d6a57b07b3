import { printable } from "@skillwright/core/text";
import { textWidth } from "../text-width.ts";

export type Paint = (text: string) => string;
/** Text in one style. A `\n` in it ends the line. */
export type Run = { readonly text: string; readonly paint: Paint };

/** Wraps runs to lines of at most `columns`, at spaces where possible; styles each line separately. */
export function wrapRuns(runs: readonly Run[], columns: number): string[] {
  const lines: Run[][] = [[]];
  let used = 0;
  let space: Run[] = [];
  const breakLine = (): void => {
    lines.push([]);
    used = 0;
    space = [];
  };
  for (const word of toWords(runs)) {
    if (word.kind === "break") breakLine();
    if (word.kind === "space") space = word.runs;
    if (word.kind !== "text") continue;
    if (used > 0 && used + widthOf(space) + widthOf(word.runs) > columns) breakLine();
    // Keep leading spaces: they are the indentation of code.
    const piece = [...space, ...word.runs];
    const cut = used === 0 ? cutRuns(piece, columns) : [piece];
    lines.at(-1)?.push(...(cut[0] ?? []));
    for (const line of cut.slice(1)) lines.push(line);
    used = (cut.length > 1 ? 0 : used) + widthOf(cut.at(-1) ?? []);
    space = [];
  }
  return lines.map(paintLine);
}

export const unpainted: Paint = (text) => text;

type Word = { readonly kind: "text" | "space" | "break"; readonly runs: Run[] };

/** Adjacent pieces without a space between them form one word, across styles. */
function toWords(runs: readonly Run[]): readonly Word[] {
  const words: Word[] = [];
  for (const { text, paint } of runs) {
    for (const [raw] of text.matchAll(/\n| +|[^ \n]+/g)) {
      const kind = kindOf(raw);
      // Again here, since the Markdown parser decodes `&#27;`.
      const piece = kind === "text" ? printable(raw) : raw;
      const last = words.at(-1);
      if (last?.kind === kind && kind !== "break") last.runs.push({ text: piece, paint });
      else words.push({ kind, runs: [{ text: piece, paint }] });
    }
  }
  return words;
}

function kindOf(piece: string): Word["kind"] {
  if (piece === "\n") return "break";
  return piece.startsWith(" ") ? "space" : "text";
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((width, { text }) => width + textWidth(text), 0);
}

const segmenter = new Intl.Segmenter();

function cutRuns(runs: readonly Run[], columns: number): Run[][] {
  if (widthOf(runs) <= columns) return [[...runs]];
  const lines: Run[][] = [[]];
  let used = 0;
  for (const { text, paint } of runs) {
    for (const { segment } of segmenter.segment(text)) {
      const width = textWidth(segment);
      if (used > 0 && used + width > columns) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push({ text: segment, paint });
      used += width;
    }
  }
  return lines;
}

function paintLine(runs: readonly Run[]): string {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last?.paint === run.paint) merged.splice(-1, 1, { text: last.text + run.text, paint: run.paint });
    else merged.push(run);
  }
  return merged.map(({ text, paint }) => paint(text)).join("");
}
