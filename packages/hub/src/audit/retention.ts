import { enterprise } from "../access/permissions.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { eraseLeaves } from "./erase.ts";
import { recordChange } from "./record-change.ts";
import { readClock } from "./retention-clock.ts";

export type Job = {
  /** Resolves when the hub stops and nothing is under way any more. */
  readonly ended: Promise<void>;
};

/** Erases bodies of events that are older than the settings allow, from time to time, until the hub stops. */
export function startRetention(hub: Hub): Job {
  const { promise, resolve } = Promise.withResolvers<void>();
  let work = Promise.resolve();
  const run = (): void => {
    work = work
      .then(async () => void (await expireAll(hub)))
      .catch((error: unknown) =>
        hub.log({ level: "error", event: "retention-failed", reason: String(error) }),
      );
  };
  const timer = setInterval(run, hubLimits.retentionMs).unref();
  hub.stopping.addEventListener("abort", () => {
    clearInterval(timer);
    void work.then(resolve);
  });
  return { ended: promise };
}

type RetentionParts = Pick<Hub, "database" | "settings" | "now" | "stopping" | "log">;

/** Goes through every tenant; returns how many bodies were erased. */
export async function expireAll(hub: RetentionParts): Promise<number> {
  const now = hub.now();
  const { clock, isBelieved } = await hub.database.write(enterprise, (transaction) =>
    readClock(transaction, now),
  );
  if (!isBelieved) {
    const [from, to] = [clock.time, now].map((time) => new Date(time).toISOString());
    hub.log({ level: "error", event: "clock-jumped", from, to, reason: "no old events are erased" });
    return 0;
  }
  const tenants = await hub.database.read.selectFrom("tenants").select("id").execute();
  let erased = 0;
  for (const { id } of tenants) {
    let step: number | undefined = 0;
    while (step !== undefined && !hub.stopping.aborted) {
      erased += step;
      step = await expireSome(hub, id, now);
    }
  }
  if (erased > 0) await hub.database.emptyLog();
  return erased;
}

/** Erases a bounded number of the oldest bodies in one transaction; undefined if there are no older ones. */
function expireSome(
  { database, settings }: RetentionParts,
  tenant: string,
  now: number,
): Promise<number | undefined> {
  const key = `retention ${tenant}`;
  const limit = now - settings.retentionDays * day;
  return database.write(tenant, async (transaction) => {
    const progress = await transaction
      .selectFrom("settings")
      .select("value")
      .where("key", "=", key)
      .executeTakeFirst();
    const from = Number(progress?.value ?? 0);
    const rows = await transaction
      .selectFrom("events")
      .select(["leaf", "received_at"])
      .where("tenant", "=", tenant)
      .where("leaf", ">=", from)
      .orderBy("leaf")
      .limit(hubLimits.auditEraseEvents)
      .execute();
    const to = from + countOld(rows, { limit, now });
    if (to === from) return undefined;
    await recordChange(transaction, {
      ...{
        tenant,
        actor: "hub",
        action: "audit-expired",
        subject: "audit",
        details: { from, to },
        time: now,
      },
    });
    const erased = await eraseLeaves(transaction, tenant, { filter: {}, from, to });
    const value = String(to);
    await transaction
      .insertInto("settings")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    return erased;
  });
}

type Age = { readonly limit: number; readonly now: number };

/** Rows up to the last old one. One from a time when the clock was ahead is as old as what came after it. */
function countOld(rows: readonly { readonly received_at: number }[], { limit, now }: Age): number {
  let count = 0;
  for (const [index, { received_at }] of rows.entries()) {
    if (received_at < limit) count = index + 1;
    else if (received_at <= now) break;
  }
  return count;
}

const day = 86_400_000;
