import { enterprise } from "../access/permissions.ts";
import type { Counted } from "../audit/rollups.ts";
import type { HubTransaction } from "../database/database.ts";
import { hubLimits } from "../limits.ts";

/** Attaches what agents say about skills to the version that they used. */
export async function storeFeedback(
  transaction: HubTransaction,
  tenant: string,
  events: readonly Counted[],
): Promise<void> {
  for (const { row, record } of events) {
    if (record.event !== "skill-feedback" || row.skill === null || typeof record.helped !== "boolean")
      continue;
    const { skill: name, digest } = row;
    const published = await transaction
      .selectFrom("versions")
      .select("version")
      .where("tenant", "in", [tenant, enterprise])
      .where("name", "=", name)
      .where("digest", "=", digest ?? "")
      .limit(1)
      .executeTakeFirst();
    const comment = typeof record.comment === "string" ? record.comment : "";
    await transaction
      .insertInto("feedback")
      .values({
        ...{ id: feedbackId(tenant, row), tenant, name, digest: digest ?? "" },
        ...{ version: published?.version ?? "", author: row.person ?? row.agent },
        ...{ helped: record.helped ? 1 : 0, created_at: row.time },
        comment: comment.slice(0, hubLimits.remarkLength).replaceAll("\0", "\ufffd").toWellFormed(),
      })
      .execute();
  }
}

type EventKey = { readonly stream: string; readonly sequence: number };

/** The event that a comment comes from, so that it can be erased with it. */
export function feedbackId(tenant: string, { stream, sequence }: EventKey): string {
  return `${tenant}/${stream}/${sequence}`;
}
