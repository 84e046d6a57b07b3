import { type FileSystem, SkillError } from "@skillwright/core";
import { createReviewer, type SkillReview } from "@skillwright/core/check";
import { createScanner } from "@skillwright/core/scan";
import { type Cache, createTreeFileSystem, type Plan, type PlanItem } from "@skillwright/packaging";
import type { UnmetRequirement } from "@skillwright/runtime";

export type ReviewedItem = PlanItem & {
  /** What the new content asks for; absent where nothing new comes. */
  readonly review?: SkillReview;
  /** The same of what is installed; only for an update. */
  readonly before?: SkillReview;
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
  const review = createReviewer(createScanner());
  const reviewBase = ({ name, previous, targets: [store] }: PlanItem): SkillReview | undefined => {
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
