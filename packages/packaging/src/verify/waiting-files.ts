import type { PlanItem } from "../plan/plan.ts";

export type InstalledPaths = {
  /** Files that differ from the lock, or that the lock has and the folder does not. */
  readonly changed: readonly string[];
  /** Files and folders that the lock does not have; the path of a folder ends with `/`. */
  readonly extras: readonly string[];
};

/**
 * New versions of files that wait beside the user's, since an update could not merge them: `FILE.new` where `FILE` is not as locked. They
 * count as resolved when they are gone.
 */
export function waitingFiles({ changed, extras }: InstalledPaths): readonly string[] {
  const taken = new Set(changed);
  for (const path of changed)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      taken.add(path.slice(0, end));
  return extras.filter((extra) => taken.has(/^(.+)\.new\d*\/?$/.exec(extra)?.[1] ?? ""));
}

/** Those of one skill of a plan, by absolute path: what waits already, and what waits once the plan is applied. */
export function waitingInPlan(
  { locked, targets, files: stored }: PlanItem,
  { isApplied }: { readonly isApplied: boolean },
): readonly string[] {
  if (locked === undefined) return [];
  return targets.flatMap(({ kind, path, files = kind === "store" ? stored : [] }) => {
    const [changed, extras]: [string[], string[]] = [[], []];
    for (const file of files) {
      if (file.change === "conflict") changed.push(file.path);
      if (file.change === "conflict" && isApplied) extras.push(file.beside);
      if (file.change === "keep") (file.path in locked.files ? changed : extras).push(file.path);
    }
    return waitingFiles({ changed, extras }).map((file) => `${path}/${file}`);
  });
}
