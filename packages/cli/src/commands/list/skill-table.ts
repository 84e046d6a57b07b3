import { fitText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { textWidth } from "../../terminal/text-width.ts";

/** A table row; its texts may be unsafe to print. */
export type SkillLine = {
  readonly id: string;
  readonly scope: string;
  /** The description, or why the skill is not available. */
  readonly text: string;
  readonly offered: boolean;
  /** The agents that see it; shown where there is room for everything. */
  readonly agents?: string;
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
  const agentsWidth = Math.max(
    0,
    ...rows.map(({ agents }) => (agents === undefined ? 0 : Math.max(6, agents.length))),
  );
  const agentsHead = agentsWidth === 0 ? [] : ["AGENTS".padEnd(agentsWidth)];
  const head = ["NAME".padEnd(idWidth), "SCOPE".padEnd(scopeWidth), ...agentsHead, "DESCRIPTION"].join(gap);
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
    const agents = row.agents === undefined ? "" : `${row.agents.padEnd(agentsWidth)}${gap}`;
    text += `${left}${gap}${scope}${gap}${agents}${paint(fitText(row.text, room), row, style)}\n`;
  }
  return text;
}

const gap = "  ";
/** Maximum share of the columns for ids. */
const idShare = 0.4;
/** Below this, descriptions go on their own line. */
const narrowestText = 24;
/** No one types a longer id. */
const maxIdColumns = 200;

function paint(text: string, { offered }: SkillLine, style: Style): string {
  return offered ? text : style.yellow(text);
}

/** The skills of one folder. */
export type SkillBranch = {
  readonly scope: string;
  /** The folder and its owner, safe to print. */
  readonly folder: string;
  readonly skills: readonly SkillLine[];
};

/** Skills grouped by scope and folder, in the given order. */
export function skillTree(branches: readonly SkillBranch[], look: TableLook): string {
  const { style } = look;
  let text = "";
  let scope: string | undefined;
  for (const [index, branch] of branches.entries()) {
    if (branch.scope !== scope) text += `${style.bold(branch.scope)}\n`;
    scope = branch.scope;
    const isLast = branches[index + 1]?.scope !== scope;
    text += `${style.dim(isLast ? "└─" : "├─")} ${branch.folder}\n`;
    text += skillLines(branch.skills, isLast ? "   " : "│  ", look);
  }
  return text;
}

function skillLines(skills: readonly SkillLine[], indent: string, { style, columns }: TableLook): string {
  const used = indent.length + "├─ ".length;
  const rows = skills.map((skill) => ({ ...skill, id: fitText(skill.id, columns) }));
  const longest = rows.reduce((most, { id }) => Math.max(most, textWidth(id)), 0);
  const idWidth = Math.min(longest, Math.floor((columns - used) / 2));
  return rows
    .map(({ id, text, offered }, index) => {
      const mark = index === rows.length - 1 ? "└─" : "├─";
      const name = offered ? style.bold(id) : style.dim(id);
      const width = textWidth(id);
      const room = columns - used - Math.max(width, idWidth) - 2;
      const start = `${style.dim(`${indent}${mark}`)} ${name}`;
      if (room < shortestText) return `${start}\n`;
      const words = fitText(text, room);
      return `${start}${" ".repeat(Math.max(0, idWidth - width) + 2)}${offered ? style.dim(words) : style.yellow(words)}\n`;
    })
    .join("");
}

/** Below this, descriptions are omitted. */
const shortestText = 8;
