import type { Tokens } from "marked";
import type { Theme } from "../style.ts";
import { textWidth } from "../text-width.ts";
import { inlineRuns } from "./inline.ts";
import { type Run, unpainted, wrapRuns } from "./runs.ts";

type Layout = { readonly theme: Theme; readonly columns: number };
type Cell = { readonly runs: readonly Run[]; readonly align: Tokens.TableCell["align"] };

/** A table with aligned columns and wrapped cells. */
export function renderTable(table: Tokens.Table, { theme, columns }: Layout): string[] {
  const header = table.header.map((cell) => toCell(cell, theme));
  const rows = table.rows.map((row) => row.map((cell) => toCell(cell, theme)));
  const natural = header.map((_, index) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[index])), Math.max(1, widthOf(header[index]))),
  );
  const widths = shareWidth(natural, columns - separatorWidth * (natural.length - 1));
  const rule = widths.map((width) => "─".repeat(width)).join("─┼─");
  return [header, ...rows].flatMap((row, index) => {
    const lines = renderRow(row, widths, theme);
    return index === 0 ? [...lines, theme.dim(rule)] : lines;
  });
}

const separatorWidth = 3;

function toCell({ tokens, header, align }: Tokens.TableCell, theme: Theme): Cell {
  return { runs: inlineRuns(tokens, theme, header ? theme.style.bold : unpainted), align };
}

function widthOf(cell: Cell | undefined): number {
  const text = cell?.runs.map((run) => run.text).join("") ?? "";
  return text.split("\n").reduce((widest, line) => Math.max(widest, textWidth(line)), 0);
}

/** Narrow columns keep their width; wide ones share the rest equally. */
function shareWidth(natural: readonly number[], available: number): number[] {
  let left = available;
  let wide = natural.length;
  for (const width of natural.toSorted((first, second) => first - second)) {
    if (width > Math.max(1, Math.floor(left / wide))) break;
    left -= width;
    wide--;
  }
  const share = wide === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(left / wide));
  return natural.map((width) => Math.min(width, share));
}

function renderRow(row: readonly Cell[], widths: readonly number[], theme: Theme): string[] {
  const cells = widths.map((width, index) => wrapRuns(row[index]?.runs ?? [], width));
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 0);
  return Array.from({ length: height }, (_, line) => {
    const parts = widths.map((width, index) => pad(cells[index]?.[line] ?? "", width, row[index]?.align));
    return parts.join(theme.dim(" │ ")).trimEnd();
  });
}

function pad(text: string, width: number, align: Cell["align"] | undefined): string {
  const room = Math.max(0, width - textWidth(text));
  if (align === "right") return " ".repeat(room) + text;
  const before = align === "center" ? Math.floor(room / 2) : 0;
  return " ".repeat(before) + text + " ".repeat(room - before);
}
