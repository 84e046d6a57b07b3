import type { SkillUsage } from "@skillwright/core/registry";
import { sql } from "kysely";
import type { Hub } from "../hub.ts";

/** From the hourly counts, so that the number of events does not matter. */
export async function sumOfSkills(
  { database }: Pick<Hub, "database">,
  tenant: string,
  since: number,
): Promise<readonly SkillUsage[]> {
  const rows = await database.read
    .selectFrom("rollups")
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
    .where("tenant", "=", tenant)
    .where("hour", ">=", since)
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
