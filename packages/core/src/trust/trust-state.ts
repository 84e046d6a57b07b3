import type { TrustRecords } from "./trust-store.ts";

/** A skill of a project: its real path inside it, with `/` (`.` for the project itself), and its content digest. */
export type ProjectSkill = { readonly path: string; readonly digest: string };

/** The current state of a project. */
export type CurrentProject = {
  /** With every link resolved; undefined when the project is gone. */
  readonly realPath: string | undefined;
  /** The skills the caller sees, which may not be all; undefined when one of them cannot be trusted. */
  readonly skills: readonly ProjectSkill[] | undefined;
};

/** Never trusted, trusted once but with a new or changed skill, or trusted. */
export type TrustState = "unknown" | "changed" | "trusted";

/**
 * Whether the user trusts each of these skills in this location. A project that was moved, or whose folder became a link
 * to another, has another real path and is unknown. Recorded skills that are not among these do not matter, otherwise
 * the state would depend on the caller's view.
 */
export function trustState(records: TrustRecords, { realPath, skills }: CurrentProject): TrustState {
  const record = realPath === undefined ? undefined : records.get(realPath);
  if (record === undefined) return "unknown";
  const isTrusted = skills?.every(({ path, digest }) => record.skills.get(path) === digest) ?? false;
  return isTrusted ? "trusted" : "changed";
}
