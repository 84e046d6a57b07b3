import { fitText } from "../../terminal/fit-text.ts";
import type { Style } from "../../terminal/style.ts";
import { textWidth } from "../../terminal/text-width.ts";

/** A table row; its texts may be unsafe to print. */
export type SkillLine = {
  readonly id: string;
  readonly scope: string;
  /** The description, or why the skill is not available. */
  readonly text: string;
  readonly offered: boolean;
};

export type TableLook = { readonly style: Style; readonly columns: number };

/** Skills with scopes and descriptions; on narrow terminals the descriptions go below. */
export function skillTable(lines: readonly SkillLine[], { style, columns }: TableLook): string {
  const rows = lines.map((line) => {
    const id = fitText(line.id, maxIdColumns);
    return { ...line, id, idWidth: textWidth(id) };
  });
  const scopeWidth = Math.max("SCOPE".length, ...new Set(rows.map(({ scope }) => scope.length)));
  const longest = rows.reduce((most, { idWidth }) => Math.max(most, idWidth), "NAME".length);
  const idWidth = Math.min(longest, Math.floor(columns * idShare));
  const room = columns - idWidth - scopeWidth - 2 * gap.length;
  const isNarrow = room < narrowestText;
  const head = ["NAME".padEnd(idWidth), "SCOPE".padEnd(scopeWidth), "DESCRIPTION"].join(gap);
  let text = isNarrow ? "" : `${style.dim(head)}\n`;
  for (const row of rows) {
    const name = row.offered ? style.bold(row.id) : style.dim(row.id);
    if (isNarrow) {
      text += `${name}${gap}${style.dim(row.scope)}\n${gap}${paint(fitText(row.text, columns - gap.length), row, style)}\n`;
      continue;
    }
    // Never cut an id, since users copy it; continue on the next line instead.
    const isLong = row.idWidth > idWidth;
    const left = isLong ? `${name}\n${" ".repeat(idWidth)}` : name + " ".repeat(idWidth - row.idWidth);
    const scope = style.dim(row.scope.padEnd(scopeWidth));
    text += `${left}${gap}${scope}${gap}${paint(fitText(row.text, room), row, style)}\n`;
  }
  return text;
}

const gap = "  ";
/** Maximum share of the columns for ids. */
const idShare = 0.4;
/** Below this, descriptions go on their own line. */
const narrowestText = 24;
/** Nobody types a longer id. */
const maxIdColumns = 200;

function paint(text: string, { offered }: SkillLine, style: Style): string {
  return offered ? text : style.yellow(text);
}
