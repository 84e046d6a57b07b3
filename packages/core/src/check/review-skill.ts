import { loadSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { formatFinding } from "../format-finding.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { Unread } from "../scan/evidence.ts";
import type { Scanner } from "../scan/scan-skill.ts";
import type { Verdict } from "../scan/verdict.ts";
import type { SkillHooks } from "../skill.ts";

/** What a person should know before trusting, installing or approving a skill. */
export type SkillReview = {
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
  readonly scan: ReviewedScan;
};

/** What a scan comes to. */
export type ReviewedScan = {
  readonly verdict: Verdict;
  /** The rules that decided, the gravest first. */
  readonly reasons: readonly string[];
  readonly unread: readonly Unread[];
};

export type ReviewFinding = Pick<Finding, "rule" | "severity" | "file"> & {
  readonly level?: Finding["level"] | undefined;
  readonly line: number;
  readonly message: string;
};

/** `scan` is the result of `createScanner` of `@skillwright/core/scan`, which loads grammars. */
export function createReviewer(scan: Scanner): (fs: FileSystem, directory: string) => SkillReview {
  return (fs, directory) => {
    const loaded = loadSkill(fs, directory);
    const { findings, verdict, reasons, unread } = scan(loaded);
    const { requestedTools, hooks } = loaded.parsed.manifest;
    const scripts = loaded.files.all().filter(({ path }) => {
      return path.startsWith("scripts/") || loaded.files.read(path)?.startsWith("#!");
    });
    return {
      tools: requestedTools?.map(({ text }) => text),
      scripts: scripts.map(({ path }) => path),
      hooks: hooksOf(hooks),
      hookCommands: listHooks(hooks),
      findings: findings.map(toReviewFinding),
      scan: { verdict, reasons: reasons.map(({ rule }) => rule), unread },
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
  const { rule, severity, level, file, range } = finding;
  const row = { rule, severity, file, line: range.start.line, message: formatFinding(finding) };
  return level === undefined ? row : { ...row, level };
}

/** A skill's hooks, one per line: `PreToolUse Bash: ./check.sh`. */
export function listHooks({ pre, post, events }: SkillHooks = { events: {} }): readonly string[] {
  const called = Object.entries(events).flatMap(([event, matchers]) =>
    matchers.flatMap(({ matcher, hooks }) =>
      hooks.map(
        ({ command, prompt, type }) =>
          `${event}${matcher === undefined ? "" : ` ${matcher}`}: ${command ?? prompt ?? type}`,
      ),
    ),
  );
  return [
    ...(pre === undefined ? [] : [`pre: ${pre}`]),
    ...called,
    ...(post === undefined ? [] : [`post: ${post}`]),
  ];
}

type Compared = Pick<SkillReview, "tools" | "hookCommands" | "findings">;

export type ReviewChange = {
  /** Tools that the earlier version does not ask for. */
  readonly moreTools: readonly string[];
  /** Commands of hooks that the earlier version does not run. */
  readonly moreHooks: readonly string[];
  readonly newFindings: readonly ReviewFinding[];
};

/** What a new version of a skill asks for, runs and shows that an earlier one does not. */
export function compareReviews(before: Compared, after: Compared): ReviewChange {
  return {
    moreTools: moreTools(before.tools, after.tools),
    moreHooks: after.hookCommands.filter((command) => !before.hookCommands.includes(command)),
    newFindings: newFindings(before.findings, after.findings),
  };
}

function moreTools(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): readonly string[] {
  if (before === undefined) return [];
  if (after === undefined) return ["all tools"];
  // `Bash` includes every `Bash(…)`.
  return after.filter((tool) => !before.includes(tool) && !before.includes(tool.split("(", 1)[0] ?? tool));
}

/** Lines move, so findings are counted by rule, file and message. */
function newFindings(
  before: readonly ReviewFinding[],
  after: readonly ReviewFinding[],
): readonly ReviewFinding[] {
  const keyOf = ({ rule, file, message }: ReviewFinding): string => JSON.stringify([rule, file, message]);
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return left <= 0;
  });
}
