import { type Finding, formatFinding, type SkillHooks } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { createChecker, findProfile } from "@skillwright/core/check";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";

/** What a user should know before trusting a skill. */
export type SkillReview = {
  readonly skill: CatalogSkill;
  /** Requested tools; undefined if it lists none, which allows all tools. */
  readonly tools: readonly string[] | undefined;
  readonly scripts: number;
  /** Events of its hooks. */
  readonly hooks: readonly string[];
  /** Findings of the security rules. */
  readonly findings: readonly ReviewFinding[];
};

export type ReviewFinding = Pick<Finding, "rule" | "severity" | "file"> & {
  readonly line: number;
  readonly message: string;
};

export function createReviewer(fs: FileSystem): (skill: CatalogSkill) => SkillReview {
  const check = createChecker({ profile: findProfile("standard"), categories: ["security"] });
  return (skill) => {
    const loaded = loadSkill(fs, skill.directory);
    const { requestedTools, hooks } = loaded.parsed.manifest;
    const scripts = loaded.files.all().filter(({ path }) => {
      return path.startsWith("scripts/") || loaded.files.read(path)?.startsWith("#!");
    });
    return {
      skill,
      tools: requestedTools?.map(({ text }) => text),
      scripts: scripts.length,
      hooks: hooksOf(hooks),
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
