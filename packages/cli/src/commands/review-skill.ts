import { type Finding, formatFinding, type SkillHooks } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { createChecker, findProfile } from "@skillwright/core/check";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";

/** What somebody who vouches for a skill should know of it. */
export type SkillReview = {
  readonly skill: CatalogSkill;
  /** Tools it asks for; undefined when it does not say, which leaves it all tools. */
  readonly tools: readonly string[] | undefined;
  readonly scripts: number;
  /** What its hooks run on. */
  readonly hooks: readonly string[];
  /** What the security rules say. */
  readonly findings: readonly ReviewFinding[];
};

export type ReviewFinding = Pick<Finding, "rule" | "severity" | "file"> & {
  readonly line: number;
  readonly message: string;
};

/** Looks through skills, one after the other. */
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
