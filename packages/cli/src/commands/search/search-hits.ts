import type { SearchHit } from "@skillwright/core/catalog";
import type { PathNames } from "../../catalog/path-names.ts";
import { fitText, oneLine } from "../../terminal/fit-text.ts";
import type { TableLook } from "../list/skill-table.ts";

/** Maximum number of results and minimum score. */
export type SearchRequest = { readonly limit: number; readonly threshold?: number };

/** Four digits; more would be noise. */
export function toScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** Results for people: rank, name, score, description and path. */
export function hitsText(
  hits: readonly SearchHit[],
  names: PathNames,
  { style, columns }: TableLook,
): string {
  const rankWidth = String(hits.length).length;
  const indent = " ".repeat(rankWidth + 2);
  const room = columns - indent.length;
  return hits
    .map(({ skill, score }, index) => {
      const rank = `${index + 1}.`.padStart(rankWidth + 1);
      const percent = `${Math.round(score * 100)} %`;
      return [
        `${style.dim(rank)} ${style.bold(oneLine(skill.id))}  ${bar(score, style)} ${percent}`,
        `${indent}${fitText(skill.description, room)}`,
        `${indent}${style.dim(oneLine(names.short(skill.directory)))}`,
        "",
      ].join("\n");
    })
    .join("");
}

const barWidth = 8;

function bar(score: number, style: TableLook["style"]): string {
  const filled = Math.round(Math.min(1, Math.max(0, score)) * barWidth);
  return `${style.green("█".repeat(filled))}${style.dim("░".repeat(barWidth - filled))}`;
}
