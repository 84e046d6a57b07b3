import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import { hubLimits } from "../limits.ts";

/**
 * Gives the next state document of every tenant a number that no agent has seen, though the database may be an older copy. The time in
 * seconds is part of it, so that a copy can be restored several times; hubs issue fewer documents than one per second.
 */
export async function raiseSequences(transaction: HubTransaction, now: number): Promise<void> {
  const tenants = await transaction.selectFrom("tenants").select("id").orderBy("id").execute();
  for (const { id: tenant } of tenants) {
    const { last } = await transaction
      .selectFrom("states")
      .select(({ fn }) => fn.max("sequence").as("last"))
      .where("tenant", "=", tenant)
      .executeTakeFirstOrThrow();
    const from = Number(last ?? 0);
    const to = Math.max(from + hubLimits.restoredSequences, Math.floor(now / 1000));
    await recordChange(transaction, {
      ...{ tenant, actor: "hub", action: "state-sequence-raised", subject: tenant, time: now },
      details: { from, to },
    });
    // It has expired, so that a document with the next number is issued before anyone reads it.
    const placeholder = { document: "", issued_at: 0, expires_at: 0 };
    await transaction
      .insertInto("states")
      .values({ tenant, sequence: to, ...placeholder })
      .execute();
  }
}
