import {
  feedbackListSchema,
  type HourlyUsage,
  hourlyUsageSchema,
  usageReportSchema,
} from "@skillwright/core/registry";
import type { SelectQueryBuilder } from "kysely";
import { z } from "zod";
import { enterprise } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { catalogReportRoute } from "./catalog-report.ts";
import { giveFeedbackRoute } from "./give-feedback.ts";
import { expectSeen, findHidden } from "./hidden-skills.ts";
import { day, hour, mostSkills, sumOfSkills } from "./sum-of-skills.ts";
import { overviewRoute } from "./usage-overview.ts";

const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const usageRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/usage",
  summary:
    "How much each skill is used, refused and failing, and which published skills are not used at all.",
  needs: "usage:read",
  query: z.object({ days: number.optional() }),
  answer: usageReportSchema,
  handle: async ({ hub, tenant, principal, query, request }) => {
    const days = Math.max(1, Math.min(query.days ?? 30, 366));
    const since = Math.floor((hub.now() - days * day) / hour);
    const isHidden = await findHidden(hub, { tenant, principal });
    const used = await sumOfSkills(hub, tenant, since);
    const names = used.filter(({ activations }) => activations > 0).map(({ skill }) => skill);
    const unused = (await unusedSkills(hub, tenant, names)).filter((name) => !isHidden(name));
    const skills = used.filter(({ skill }) => !isHidden(skill));
    return jsonAnswer({ version: 1, days, skills, unused }, request, { isPublic: false });
  },
});

async function unusedSkills(
  { database }: Hub,
  tenant: string,
  used: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.read
    .selectFrom("skills")
    .select("name")
    .distinct()
    .where("tenant", "in", [tenant, enterprise])
    .orderBy("name")
    .limit(mostSkills)
    .execute();
  const known = new Set(used);
  return rows.map(({ name }) => name).filter((name) => !known.has(name) && !known.has(lastPart(name)));
}

/** By which an agent knows a scoped skill. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

const hourlyRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/usage/{name}",
  summary: "The use of one skill, hour by hour.",
  needs: "usage:read",
  query: z.object({ days: number.optional() }),
  answer: hourlyUsageSchema,
  sample: { params: { name: "pdf" } },
  handle: async ({ hub, tenant, principal, params, query, request }) => {
    const { name = "" } = params;
    await expectSeen(hub, { tenant, principal, name });
    // The last part alone may be the name of another team's skill.
    const isHidden = await findHidden(hub, { tenant, principal });
    const names = [name, lastPart(name)].filter((one) => !isHidden(one));
    const days = Math.max(1, Math.min(query.days ?? 7, 90));
    const since = Math.floor((hub.now() - days * day) / hour);
    const hours = new Map<number, HourlyUsage["hours"][number]>();
    for (const one of new Set(names))
      for (const row of await hoursOfSkill(hub.database.read, { tenant, name: one, since }).execute()) {
        const sum = hours.get(row.hour);
        hours.set(row.hour, {
          time: new Date(row.hour * hour).toISOString(),
          activations: Number(row.activations) + (sum?.activations ?? 0),
          denials: Number(row.denials) + (sum?.denials ?? 0),
          failures: Number(row.failures) + (sum?.failures ?? 0),
          calls: Number(row.calls) + (sum?.calls ?? 0),
          durationMs: Number(row.duration) + (sum?.durationMs ?? 0),
        });
      }
    const sorted = [...hours].toSorted(([a], [b]) => a - b).map(([, sum]) => sum);
    return jsonAnswer({ version: 1, skill: name, days, hours: sorted }, request, { isPublic: false });
  },
});

type HoursQuery = { readonly tenant: string; readonly name: string; readonly since: number };
type HourRow = Readonly<
  Record<"hour" | "activations" | "denials" | "failures" | "calls" | "duration", number>
>;

/** One name at a time: of two, SQLite would read the hours of all skills. */
export function hoursOfSkill(
  read: HubReader,
  { tenant, name, since }: HoursQuery,
): SelectQueryBuilder<Tables, "rollups", HourRow> {
  return read
    .selectFrom("rollups")
    .select(({ fn }) => [
      "hour",
      fn.sum<number>("activations").as("activations"),
      fn.sum<number>("denials").as("denials"),
      fn.sum<number>("failures").as("failures"),
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("duration_ms").as("duration"),
    ])
    .where("tenant", "=", tenant)
    .where("skill", "=", name)
    .where("hour", ">=", since)
    .groupBy("hour")
    .limit(90 * 24 + 1);
}

const feedbackRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/skills/{name}/feedback",
  summary: "What agents and people say about a skill, newest first, with the version.",
  needs: "usage:read",
  query: z.object({ before: number.optional(), version: z.string().max(100).optional() }),
  answer: feedbackListSchema,
  sample: { params: { name: "pdf" } },
  handle: async ({ hub, tenant, principal, params, query, request }) => {
    await expectSeen(hub, { tenant, principal, name: params.name ?? "" });
    const rows = await hub.database.read
      .selectFrom("feedback")
      .selectAll()
      .where("tenant", "=", tenant)
      .where("name", "=", params.name ?? "")
      .$if(query.version !== undefined, (some) => some.where("version", "=", query.version ?? ""))
      .$if(query.before !== undefined, (some) => some.where("created_at", "<", query.before ?? 0))
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(hubLimits.pageRows)
      .execute();
    const feedback = rows.map(({ id, version, digest, author, helped, comment, created_at }) => ({
      ...{ id, version, digest, author, helped: helped === 1, comment },
      time: new Date(created_at).toISOString(),
    }));
    return jsonAnswer({ version: 1, skill: params.name, feedback }, request, { isPublic: false });
  },
});

/** What can be learned from use. */
export const usageRoutes: readonly Route[] = [
  usageRoute,
  hourlyRoute,
  feedbackRoute,
  giveFeedbackRoute,
  overviewRoute,
  catalogReportRoute,
];
