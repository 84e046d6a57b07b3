import { type AuditEvent, chainStart, linkEvent, redactEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import type { HubTransaction } from "../database/database.ts";
import { appendLeaves } from "./audit-tree.ts";

/** A change on the hub, as its audit log has it. */
export type Change = {
  readonly tenant: string;
  /** Who changes it: the id of a principal, or `hub`. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The skill that the change is about, for searches. */
  readonly skill?: { readonly name: string; readonly digest?: string } | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly time: number;
};

/** The stream of the hub's own changes in each tenant. */
export const hubStream = "hub";

/**
 * Records a change in the same transaction that makes it: one is never there without the other. Call it first, so that a log that cannot
 * be written stops the change.
 */
export async function recordChange(transaction: HubTransaction, change: Change): Promise<void> {
  const { tenant, actor, action, subject, skill, details, time } = change;
  const redacted: AuditEvent = redactEvent({
    time: new Date(time).toISOString(),
    session: hubStream,
    user: actor,
    ...{ event: "hub-changed", action, subject },
    ...(details && { details }),
  });
  const event = { ...redacted, user: actor, ...(principalId.test(subject) && { subject }) };
  const stream = await transaction
    .selectFrom("streams")
    .select(["sequence", "hash"])
    .where("tenant", "=", tenant)
    .where("stream", "=", hubStream)
    .executeTakeFirst();
  const { line, end } = linkEvent(toEventText(event), stream ?? chainStart, nodeSha256);
  await transaction
    .insertInto("streams")
    .values({ tenant, stream: hubStream, agent: hubStream, started_at: time, ...end })
    .onConflict((conflict) => conflict.columns(["tenant", "stream"]).doUpdateSet(end))
    .execute();
  const { size } = await appendLeaves(transaction, tenant, [end.hash]);
  await transaction
    .insertInto("events")
    .values({
      ...{ tenant, stream: hubStream, sequence: end.sequence, leaf: size - 1 },
      ...{ time, received_at: time, kind: event.event, session: hubStream, agent: hubStream },
      ...{
        skill: skill?.name ?? null,
        digest: skill?.digest ?? null,
        person: actor,
        outcome: "ok",
        tool: null,
      },
      ...{ body: line, hash: end.hash },
    })
    .execute();
}

/** `token:ID` reads like a secret to the redaction. It is what the log must say: who did it, or to whom. */
const principalId = /^(?:publisher )?(?:person|token):[0-9a-f]{18}$/;
