import { type Finding, formatFinding, type SkillHooks } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { createChecker, findProfile } from "@skillwright/core/check";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { formatNumber } from "@skillwright/core/text";
import { listHooks } from "../../catalog/list-hooks.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { hangText } from "../../terminal/text-width.ts";

/** What a user should know before trusting a skill. */
export type SkillReview = {
  readonly skill: CatalogSkill;
  /** Requested tools; undefined if it lists none, which allows all tools. */
  readonly tools: readonly string[] | undefined;
  /** Paths of its scripts. */
  readonly scripts: readonly string[];
  /** Events of its hooks. */
  readonly hooks: readonly string[];
  /** What its hooks run, one per line. */
  readonly hookCommands: readonly string[];
  /** Findings of the security rules. */
  readonly findings: readonly ReviewFinding[];
};

export type ReviewFinding = Pick<Finding, "rule" | "severity" | "file"> & {
  readonly line: number;
  readonly message: string;
};

export type FolderReview = Omit<SkillReview, "skill">;

export function createReviewer(fs: FileSystem): (skill: CatalogSkill) => SkillReview {
  const review = createFolderReviewer();
  return (skill) => ({ skill, ...review(fs, skill.directory) });
}

/** The same for a skill that is not in the catalog. */
export function createFolderReviewer(): (fs: FileSystem, directory: string) => FolderReview {
  const check = createChecker({ profile: findProfile("standard"), categories: ["security"] });
  return (fs, directory) => {
    const loaded = loadSkill(fs, directory);
    const { requestedTools, hooks } = loaded.parsed.manifest;
    const scripts = loaded.files.all().filter(({ path }) => {
      return path.startsWith("scripts/") || loaded.files.read(path)?.startsWith("#!");
    });
    return {
      tools: requestedTools?.map(({ text }) => text),
      scripts: scripts.map(({ path }) => path),
      hooks: hooksOf(hooks),
      hookCommands: listHooks(hooks),
      findings: check(loaded).map(toReviewFinding),
    };
  };
}

function hooksOf({ pre, post, events }: SkillHooks = { events: {} }): readonly string[] {
  return [
    ...(pre === undefined ? [] : ["pre"]),
    ...(post === undefined ? [] : ["post"]),
    ...Object.keys(events),
  ];
}

function toReviewFinding(finding: Finding): ReviewFinding {
  const { rule, severity, file, range } = finding;
  return { rule, severity, file, line: range.start.line, message: formatFinding(finding) };
}

type ReviewLook = {
  readonly style: Style;
  readonly columns: number;
  readonly nameOf: (path: string) => string;
};

/** The review for people: what the skill is, where it is, and what it may do. */
export function reviewText(
  { skill, tools, scripts, hooks, findings }: SkillReview,
  look: ReviewLook,
): string {
  const { style, nameOf } = look;
  const rows = [
    `${style.bold(oneLine(skill.name))}  ${style.dim(oneLine(nameOf(skill.directory)))}`,
    ...hang("", skill.description, look),
    ...hang("tools", tools === undefined ? "all (it lists none)" : tools.join(", ") || "none", look),
    ...(scripts.length === 0 ? [] : hang("scripts", formatNumber(scripts.length), look)),
    ...(hooks.length === 0 ? [] : hang("hooks", hooks.join(", "), look)),
    ...findings.flatMap((finding) => findingLines(finding, look)),
  ];
  return `${rows.join("\n")}\n`;
}

const labelWidth = 9;
const indent = "  ";

function hang(label: string, text: string, { columns }: ReviewLook): readonly string[] {
  const look = { width: labelWidth, columns: columns - indent.length };
  return hangText(label, oneLine(text), look).map((line) => indent + line);
}

function findingLines(
  { severity, file, line, message, rule }: ReviewFinding,
  look: ReviewLook,
): readonly string[] {
  const { style, nameOf } = look;
  const paint = { error: style.red, warning: style.yellow, info: style.blue }[severity];
  const lines = hang(severity, `${message} (${rule}, ${nameOf(file)}:${line})`, look);
  return lines.map((one, index) => (index === 0 ? one.replace(severity, paint) : one));
}
