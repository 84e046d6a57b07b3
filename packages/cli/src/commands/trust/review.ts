import type { CatalogSkill } from "@skillwright/core/catalog";
import { createReviewer, type ReviewFinding, type SkillReview } from "@skillwright/core/check";
import type { FileSystem } from "@skillwright/core/discover";
import { createScanner } from "@skillwright/core/scan";
import { formatNumber } from "@skillwright/core/text";
import { paintVerdict } from "../../reporters/scan-text.ts";
import { verdictMarks, verdictWords } from "../../reporters/verdict-words.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { hangText } from "../../terminal/text-width.ts";

/** A skill of the catalog, and what a user should know before trusting it. */
export type CatalogReview = SkillReview & { readonly skill: CatalogSkill };

export function createCatalogReviewer(fs: FileSystem): (skill: CatalogSkill) => CatalogReview {
  const review = createReviewer(createScanner());
  return (skill) => ({ skill, ...review(fs, skill.directory) });
}

type ReviewLook = {
  readonly style: Style;
  readonly columns: number;
  readonly nameOf: (path: string) => string;
};

/** The review for people: what the skill is, where it is, and what it may do. */
export function reviewText(
  { skill, tools, scripts, hooks, findings, scan }: CatalogReview,
  look: ReviewLook,
): string {
  const { style, nameOf } = look;
  const rows = [
    `${style.bold(oneLine(skill.name))}  ${style.dim(oneLine(nameOf(skill.directory)))}`,
    ...hang("", skill.description, look),
    ...verdictRow(scan, look),
    ...hang("tools", tools === undefined ? "all (it lists none)" : tools.join(", ") || "none", look),
    ...(scripts.length === 0 ? [] : hang("scripts", formatNumber(scripts.length), look)),
    ...(hooks.length === 0 ? [] : hang("hooks", hooks.join(", "), look)),
    ...findings.flatMap((finding) => findingLines(finding, look)),
  ];
  return `${rows.join("\n")}\n`;
}

function verdictRow(scan: SkillReview["scan"], look: ReviewLook): readonly string[] {
  const mark = `${verdictMarks[scan.verdict]} ${scan.verdict}`;
  return hang("verdict", verdictWords(scan), look).map((line) =>
    line.replace(mark, paintVerdict(scan.verdict, mark, look.style)),
  );
}

const labelWidth = 9;
const indent = "  ";

function hang(label: string, text: string, { columns }: ReviewLook): readonly string[] {
  const look = { width: labelWidth, columns: columns - indent.length };
  return hangText(label, oneLine(text), look).map((line) => indent + line);
}

function findingLines(
  { severity, level, file, line, message, rule }: ReviewFinding,
  look: ReviewLook,
): readonly string[] {
  const label = level ?? severity;
  const { style, nameOf } = look;
  const paint = { error: style.red, warning: style.yellow, info: style.blue }[severity];
  const lines = hang(label, `${message} (${rule}, ${nameOf(file)}:${line})`, look);
  return lines.map((one, index) => (index === 0 ? one.replace(label, paint) : one));
}
