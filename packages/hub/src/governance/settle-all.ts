import { enterprise } from "../access/permissions.ts";
import type { HubTransaction } from "../database/database.ts";
import type { VersionRow } from "../database/tables.ts";
import { hubLimits } from "../limits.ts";
import { effectivePolicy } from "./active-policy.ts";
import { settleVersion } from "./settle-version.ts";

/**
 * Re-evaluates every version that a tenant's policy applies to; the enterprise's applies to all. Returns how many versions got which other
 * state.
 */
export async function settleAll(
  transaction: HubTransaction,
  tenant: string,
  now: number,
): Promise<Readonly<Record<string, number>>> {
  const changed: Record<string, number> = {};
  const rows = await transaction.selectFrom("tenants").select("id").orderBy("id").execute();
  const tenants = tenant === enterprise ? rows.map(({ id }) => id) : [tenant];
  for (const one of tenants) {
    const policy = await effectivePolicy(transaction, one);
    let last: VersionRow | undefined;
    do {
      const page = await nextPage(transaction, one, last);
      for (const version of page) {
        const state = await settleVersion(transaction, version, { policy, now });
        if (state !== version.state) changed[state] = (changed[state] ?? 0) + 1;
      }
      last = page.length === hubLimits.pageRows ? page.at(-1) : undefined;
    } while (last !== undefined);
  }
  return changed;
}

/** Pages, so that a hub with many versions does not hold them all in memory. */
async function nextPage(
  transaction: HubTransaction,
  tenant: string,
  after: VersionRow | undefined,
): Promise<readonly VersionRow[]> {
  const { name = "", version = "" } = after ?? {};
  return transaction
    .selectFrom("versions")
    .selectAll()
    .where("tenant", "=", tenant)
    .where((where) =>
      where.or([
        where("name", ">", name),
        where.and([where("name", "=", name), where("version", ">", version)]),
      ]),
    )
    .orderBy("name")
    .orderBy("version")
    .limit(hubLimits.pageRows)
    .execute();
}
