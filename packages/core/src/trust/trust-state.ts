import type { TrustRecords } from "./trust-store.ts";

/** A skill of a project: its real path in it, with `/` (`.` for the project itself), and the digest of its content. */
export type ProjectSkill = { readonly path: string; readonly digest: string };

/** A project as it is now. */
export type CurrentProject = {
  /** With every link resolved; undefined when it is gone. */
  readonly realPath: string | undefined;
  /** Those that somebody looks at, who need not see all; undefined when nobody can vouch for one of them. */
  readonly skills: readonly ProjectSkill[] | undefined;
};

/** What is known of a project: nobody vouched for it, it has a skill that nobody vouched for as it is, or all is well. */
export type TrustState = "unknown" | "changed" | "trusted";

/**
 * Whether somebody vouched for each of these very skills in this very place. A project that was moved, or whose folder
 * became a link to another, has another real path and is unknown. Skills on record that are not among these do not
 * matter, or the state would depend on who looks.
 */
export function trustState(records: TrustRecords, { realPath, skills }: CurrentProject): TrustState {
  const record = realPath === undefined ? undefined : records.get(realPath);
  if (record === undefined) return "unknown";
  const isVouchedFor = skills?.every(({ path, digest }) => record.skills.get(path) === digest) ?? false;
  return isVouchedFor ? "trusted" : "changed";
}
