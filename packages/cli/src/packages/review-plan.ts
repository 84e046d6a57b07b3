import { type FileSystem, SkillError } from "@skillwright/core";
import { type Cache, createTreeFileSystem, type Plan, type PlanItem } from "@skillwright/packaging";
import type { UnmetRequirement } from "@skillwright/runtime";
import { createFolderReviewer, type FolderReview, type ReviewFinding } from "../commands/trust/review.ts";

export type ReviewedItem = PlanItem & {
  /** What the new content asks for; absent where nothing new comes. */
  readonly review?: FolderReview;
  /** The same of what is installed; only for an update. */
  readonly before?: FolderReview;
  /** Skills that need it; for a removal, those that needed it. */
  readonly neededBy?: readonly string[];
  /** Programs that it needs and that are missing here. */
  readonly unmet?: readonly UnmetRequirement[];
};

/** Reads what each new skill asks for and what the security rules find in it, and the same of what it replaces. */
export function reviewPlan(
  { items }: Plan,
  { fs, cache }: { readonly fs: FileSystem; readonly cache: Cache },
  onReviewed: (count: number) => void = () => {},
): readonly ReviewedItem[] {
  const review = createFolderReviewer();
  const reviewBase = ({ name, previous, targets: [store] }: PlanItem): FolderReview | undefined => {
    const folder = `/${name}`;
    const base = previous && cache.get(previous.digest);
    if (base) return review(createTreeFileSystem(base, folder), folder);
    // The cache may be empty; then what is installed stands for it, with the user's edits.
    if (store === undefined || fs.stat(`${store.path}/SKILL.md`) === undefined) return undefined;
    const found = review(fs, store.path);
    const rename = (file: string): string => folder + file.slice(store.path.length);
    return { ...found, findings: found.findings.map((one) => ({ ...one, file: rename(one.file) })) };
  };
  return items.map((item, index) => {
    onReviewed(index);
    if (item.tree === undefined) return item;
    const folder = `/${item.name}`;
    const before = item.action === "update" ? readable(() => reviewBase(item)) : undefined;
    return {
      ...item,
      review: review(createTreeFileSystem(item.tree, folder), folder),
      ...(before && { before }),
    };
  });
}

/** What is installed may be damaged, which an update repairs. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

export type ReviewChange = {
  /** Tools that the installed version does not ask for. */
  readonly moreTools: readonly string[];
  /** Commands of hooks that the installed version does not run. */
  readonly moreHooks: readonly string[];
  readonly newFindings: readonly ReviewFinding[];
};

/** What a new version of a skill asks for, runs and shows that the installed one does not. */
export function compareReviews(before: FolderReview, after: FolderReview): ReviewChange {
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
