import { fitText } from "../../terminal/fit-text.ts";
import { textWidth } from "../../terminal/text-width.ts";
import type { SkillLine, TableLook } from "./skill-table.ts";

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
