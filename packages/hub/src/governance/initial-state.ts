import type { HubTransaction } from "../database/database.ts";
import type { VersionRow, VersionState } from "../database/tables.ts";

/** A version that is about to be published. */
export type PublishedVersion = Omit<VersionRow, "state">;

/** The state in which a version starts. The tenant's policies decide; without any, it may be used at once. */
export async function initialState(
  _transaction: HubTransaction,
  _version: PublishedVersion,
): Promise<VersionState> {
  return "approved";
}
