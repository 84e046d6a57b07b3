import { type AuditFacets, auditFacetsSchema, type Facet } from "@skillwright/core/registry";
import { z } from "zod";
import { namesOfAgents, namesOfPrincipals } from "../access/names.ts";
import type { HubReader } from "../database/database.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { conditionsOf, countLeaves, type EventFilter, eventFilterShape } from "./query-events.ts";

export const facetsRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/facets",
  summary:
    "The skills, outcomes, kinds, agents, users and tools of the newest entries that match, with their numbers.",
  needs: "audit:read",
  query: z.object(eventFilterShape),
  answer: auditFacetsSchema,
  handle: async ({ hub, tenant, query, request }) => {
    const to = await countLeaves(hub.database.read, tenant);
    const from = Math.max(0, to - hubLimits.auditScanEvents);
    const { common, narrowing } = splitFilter(query);
    const groups = await groupEvents(hub.database.read, { tenant, from, to, common });
    const counted = countGroups(groups, narrowing);
    const idsOf = (some: readonly Facet[]): readonly string[] => some.map(({ value }) => value);
    const names = {
      ...(await namesOfPrincipals(hub.database.read, idsOf(counted.users))),
      ...(await namesOfAgents(hub.database.read, tenant, idsOf(counted.agents))),
    };
    const answer: AuditFacets = { version: 1, counted: { from, to }, ...counted, names };
    return jsonAnswer(answer, request, { isPublic: false });
  },
});

/** The columns that are counted, with the names of their filters. */
const fields = {
  skill: "skill",
  outcome: "outcome",
  kind: "kind",
  agent: "agent",
  user: "person",
  tool: "tool",
} as const;
type Field = keyof typeof fields;
const fieldNames: readonly Field[] = ["skill", "outcome", "kind", "agent", "user", "tool"];

type Narrowing = Partial<Readonly<Record<Field, string>>>;

/** What every list follows, and what each list follows except for itself. */
function splitFilter(filter: EventFilter): { readonly common: EventFilter; readonly narrowing: Narrowing } {
  const { skill, outcome, kind, agent, user, tool, ...common } = filter;
  const given = Object.entries({ skill, outcome, kind, agent, user, tool }).filter(
    ([, value]) => value !== undefined,
  );
  return { common, narrowing: Object.fromEntries(given) };
}

type Group = Readonly<Record<(typeof fields)[Field], string | null>> & { readonly count: number };
type Part = {
  readonly tenant: string;
  readonly from: number;
  readonly to: number;
  readonly common: EventFilter;
};

/** One look at the newest entries, without their lines. */
async function groupEvents(read: HubReader, { tenant, from, to, common }: Part): Promise<readonly Group[]> {
  const columns = Object.values(fields);
  const rows = await read
    .selectFrom("events")
    .select(columns)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("tenant", "=", tenant)
    .where("leaf", ">=", from)
    .where("leaf", "<", to)
    .where((builder) => builder.and(conditionsOf(common, builder)))
    .groupBy(columns)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

function countGroups(
  groups: readonly Group[],
  narrowing: Narrowing,
): Omit<AuditFacets, "version" | "counted"> {
  const matches = (group: Group, except?: Field): boolean =>
    fieldNames.every(
      (name) => name === except || narrowing[name] === undefined || group[fields[name]] === narrowing[name],
    );
  const valuesOf = (name: Field): readonly Facet[] => {
    const counts = new Map<string, number>();
    for (const group of groups) {
      const value = group[fields[name]];
      if (value !== null && matches(group, name)) counts.set(value, (counts.get(value) ?? 0) + group.count);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, hubLimits.auditFacets);
  };
  const total = groups.filter((group) => matches(group)).reduce((sum, { count }) => sum + count, 0);
  return {
    ...{ total, skills: valuesOf("skill"), outcomes: valuesOf("outcome"), kinds: valuesOf("kind") },
    ...{ agents: valuesOf("agent"), users: valuesOf("user"), tools: valuesOf("tool") },
  };
}
