import type { HubReader } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import type { Hub } from "../hub.ts";
import { announce, expectTenant, issueState } from "./issue-state.ts";

export type StateRow = Tables["states"];

/** The newest state document of a tenant. The first one, and one whose lease has run for a quarter, is issued now. */
export async function currentState(hub: Hub, tenant: string): Promise<StateRow> {
  const known = await latestState(hub.database.read, tenant);
  if (known !== undefined && !isDue(known, hub.now())) return known;
  const [row, isNew] = await hub.database.write(tenant, async (transaction) => {
    // Another request, or another hub, may have been first.
    const last = await latestState(transaction, tenant);
    if (last !== undefined && !isDue(last, hub.now())) return [last, false] as const;
    await expectTenant(transaction, tenant);
    await issueState(transaction, hub, tenant);
    const issued = await latestState(transaction, tenant);
    if (issued === undefined) throw new Error("a state document that was stored is missing");
    return [issued, true] as const;
  });
  if (isNew) await announce(hub, new Map([[tenant, row.sequence]]));
  return row;
}

export async function latestState(database: HubReader, tenant: string): Promise<StateRow | undefined> {
  return database
    .selectFrom("states")
    .selectAll()
    .where("tenant", "=", tenant)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A document from the future was issued by a hub whose clock was wrong; its end would be too. */
function isDue({ issued_at, expires_at }: StateRow, now: number): boolean {
  return now >= issued_at + (expires_at - issued_at) / 4 || now < issued_at - clockSkewMs;
}

/** How much the clocks of several hubs may differ. */
const clockSkewMs = 300_000;
