import type { SkillUsage } from "@skillwright/core/registry";
import { sql } from "kysely";
import type { Hub } from "../hub.ts";

const counted = [
  "skill",
  "agent",
  "activations",
  "refusals",
  "calls",
  "denials",
  "failures",
  "duration_ms",
] as const;

/** From the counts of whole days and, for the first one, of hours, so that the number of events does not matter. */
export async function sumOfSkills(
  { database }: Pick<Hub, "database">,
  tenant: string,
  since: number,
): Promise<readonly SkillUsage[]> {
  const firstDay = Math.ceil(since / 24);
  const ofHours = database.read
    .selectFrom("rollups")
    .select(counted)
    .where("tenant", "=", tenant)
    .where("hour", ">=", since)
    .where("hour", "<", firstDay * 24);
  const ofDays = database.read
    .selectFrom("daily_rollups")
    .select(counted)
    .where("tenant", "=", tenant)
    .where("day", ">=", firstDay);
  const rows = await database.read
    .selectFrom(ofHours.unionAll(ofDays).as("used"))
    .select(({ fn }) => [
      "skill",
      fn.sum<number>("activations").as("activations"),
      fn.sum<number>("refusals").as("refusals"),
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("denials").as("denials"),
      fn.sum<number>("failures").as("failures"),
      fn.sum<number>("duration_ms").as("duration"),
      sql<number>`count(distinct agent)`.as("agents"),
    ])
    .groupBy("skill")
    .orderBy("activations", "desc")
    .orderBy("skill")
    .limit(mostSkills)
    .execute();
  return rows.map(({ skill, duration, ...counts }) => {
    // PostgreSQL sums up to numbers of any length, which arrive as texts.
    const { activations, refusals, calls, denials, failures, agents } = counts;
    const meanMs = Number(calls) === 0 ? 0 : Math.round(Number(duration) / Number(calls));
    return {
      ...{ skill, activations: Number(activations), refusals: Number(refusals), calls: Number(calls) },
      ...{ denials: Number(denials), failures: Number(failures), agents: Number(agents), meanMs },
    };
  });
}

/** Skills of one report. */
export const mostSkills = 10_000;

/** Milliseconds. */
export const hour = 3_600_000;
export const day = 86_400_000;
