import type { TrustRecords } from "./trust-store.ts";

/** A project as it is now: its path with every link resolved, and the digest of its skills. */
export type CurrentProject = { readonly realPath: string | undefined; readonly digest: string };

/** What is known of a project: nobody vouched for it, its skills are other ones by now, or all is as it was. */
export type TrustState = "unknown" | "changed" | "trusted";

/**
 * Whether somebody vouched for these very skills in this very place. A project that was moved, or whose folder became a
 * link to another, has another real path and is unknown.
 */
export function trustState(records: TrustRecords, { realPath, digest }: CurrentProject): TrustState {
  const record = realPath === undefined ? undefined : records.get(realPath);
  if (record === undefined) return "unknown";
  return record.digest === digest ? "trusted" : "changed";
}

export function isTrusted(records: TrustRecords, project: CurrentProject): boolean {
  return trustState(records, project) === "trusted";
}
