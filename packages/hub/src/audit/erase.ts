import { createHash } from "node:crypto";
import { z } from "zod";
import type { HubTransaction } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { feedbackId } from "../usage/store-feedback.ts";
import { loadEdge } from "./audit-tree.ts";
import { conditionsOf, type EventFilter } from "./query-events.ts";
import { hubStream, recordChange } from "./record-change.ts";

const text = z.string().min(1).max(hubLimits.columnLength).optional();
const eraseSchema = z.strictObject({
  ...{ user: text, session: text, stream: text, reason: z.string().min(1).max(hubLimits.remarkLength) },
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});

export const eraseRoute: Route = defineRoute({
  method: "POST",
  path: "/api/v1/audit/erase",
  summary:
    "Erase what lines say, and whom they are about, for privacy. Their hashes stay, and so do all proofs.",
  needs: "audit:erase",
  body: eraseSchema,
  sample: { body: { session: "sample", reason: "sample" } },
  handle: async ({ hub, tenant, principal, body }) => {
    const { reason, ...filter } = body;
    if (Object.keys(filter).length === 0)
      throw new Refusal("INVALID_REQUEST", "Say what to erase: a user, a session, a stream or a time.");
    const { user, ...rest } = filter;
    // The record of an erasure must not name whom it was about.
    const whom =
      user === undefined ? {} : { user: `sha256:${createHash("sha256").update(user).digest("hex")}` };
    const size = await hub.database.write(tenant, async (transaction) => {
      await recordChange(transaction, {
        ...{ tenant, actor: principal?.id ?? "", action: "audit-erased", subject: "audit" },
        details: { ...rest, ...whom, reason },
        time: hub.now(),
      });
      return (await loadEdge(transaction, tenant)).size;
    });
    let erased = 0;
    for (let from = 0; from < size; from += hubLimits.auditScanEvents)
      erased += await hub.database.write(tenant, (transaction) =>
        eraseLeaves(transaction, tenant, {
          filter,
          from,
          to: Math.min(size, from + hubLimits.auditScanEvents),
        }),
      );
    await hub.database.emptyLog();
    return Response.json({ version: 1, erased });
  },
});

export type Erasure = { readonly filter: EventFilter; readonly from: number; readonly to: number };

/** Erases bodies and people of matching events of agents. The hub's own log is the record of who changed what, so it stays. */
export async function eraseLeaves(
  transaction: HubTransaction,
  tenant: string,
  { filter, from, to }: Erasure,
): Promise<number> {
  const rows = await transaction
    .updateTable("events")
    .set({ body: null, person: null, tool: null })
    .where("tenant", "=", tenant)
    .where("leaf", ">=", from)
    .where("leaf", "<", to)
    .where("stream", "!=", hubStream)
    .where("body", "is not", null)
    .where((builder) => builder.and(conditionsOf(filter, builder)))
    .returning(["stream", "sequence", "kind"])
    .execute();
  const ids = rows.filter(({ kind }) => kind === "skill-feedback").map((row) => feedbackId(tenant, row));
  for (let at = 0; at < ids.length; at += idsPerStatement)
    await transaction
      .updateTable("feedback")
      .set({ comment: "", author: "" })
      .where("id", "in", ids.slice(at, at + idsPerStatement))
      .execute();
  return rows.length;
}

const idsPerStatement = 500;
