import { z } from "zod";
import type { HubTransaction } from "../database/database.ts";

export type RetentionClock = {
  /** The last time that was believed. */
  readonly time: number;
  /** A time that is too far ahead of it: when it was first and last seen. */
  readonly candidate?: { readonly first: number; readonly last: number } | undefined;
};

const clockSchema: z.ZodType<RetentionClock> = z.object({
  time: z.number(),
  candidate: z.object({ first: z.number(), last: z.number() }).optional(),
});

/**
 * What to make of the machine's clock. Erasing is for good, so a time that is days ahead of the last one counts only after the clock has
 * gone on from there for a day: the hub was off, or someone had a day to read the log and set the clock right.
 */
function nextClock({ time, candidate }: RetentionClock, now: number): RetentionClock {
  if (now <= time + longestGap) return { time: now };
  if (candidate === undefined || now < candidate.last || now > candidate.last + longestGap)
    return { time, candidate: { first: now, last: now } };
  if (now - candidate.first >= proving) return { time: now };
  return { time, candidate: { ...candidate, last: now } };
}

const day = 86_400_000;
/** Hubs look every hour; one that is off over a weekend waits a day. */
const longestGap: number = 2 * day;
const proving = day;

/** Moves the clock that all hubs of this database share, and says whether the machine's time can be believed. */
export async function readClock(
  transaction: HubTransaction,
  now: number,
): Promise<{ readonly clock: RetentionClock; readonly isBelieved: boolean }> {
  const stored = await transaction
    .selectFrom("settings")
    .select("value")
    .where("key", "=", settingsKey)
    .executeTakeFirst();
  const known =
    stored === undefined
      ? { time: await newestTime(transaction) }
      : clockSchema.parse(JSON.parse(stored.value));
  const clock = nextClock(known, now);
  const value = JSON.stringify(clock);
  await transaction
    .insertInto("settings")
    .values({ key: settingsKey, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
  return { clock, isBelieved: clock.candidate === undefined };
}

const settingsKey = "retention clock";

/** When a hub last signed a log, before hubs noted the time. */
async function newestTime(transaction: HubTransaction): Promise<number> {
  const { last } = await transaction
    .selectFrom("checkpoints")
    .select(({ fn }) => fn.max("created_at").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}
