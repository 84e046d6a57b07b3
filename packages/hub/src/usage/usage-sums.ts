import type { SkillUsage, UsageCounts, UsageOverview } from "@skillwright/core/registry";
import { type SelectQueryBuilder, sql } from "kysely";
import { enterprise } from "../access/permissions.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { mostSkills } from "./sum-of-skills.ts";

/** Whole hours or days, the last of them not over yet. Its numbers are units since 1970. */
export type Span = {
  readonly unit: "hour" | "day";
  readonly hours: number;
  readonly first: number;
  readonly last: number;
};

export type Place = { readonly hub: Pick<Hub, "database">; readonly tenant: string; readonly span: Span };

type Named = UsageCounts & { readonly name: string };

type Used = UsageCounts & {
  /** The hour or the day. */
  readonly unit: number;
  readonly skill: string;
  readonly agent: string;
  readonly duration_ms: number;
};

const columns = ["skill", "agent", "activations", "calls", "denials", "failures", "duration_ms"] as const;

/** The counts of the time that is asked for, by hour or by day. */
function usedIn({ hub, tenant, span }: Place): SelectQueryBuilder<{ used: Used }, "used", object> {
  const { read } = hub.database;
  const { first, last } = span;
  if (span.unit === "hour")
    return read.selectFrom(
      read
        .selectFrom("rollups")
        .select(["hour as unit", ...columns])
        .where("tenant", "=", tenant)
        .where("hour", ">=", first)
        .where("hour", "<=", last)
        .as("used"),
    );
  return read.selectFrom(
    read
      .selectFrom("daily_rollups")
      .select(["day as unit", ...columns])
      .where("tenant", "=", tenant)
      .where("day", ">=", first)
      .where("day", "<=", last)
      .as("used"),
  );
}

type Sums = { readonly [Name in keyof UsageCounts]: number | string | null };

/** PostgreSQL sums up to numbers of any length, which arrive as texts; without rows there is no sum. */
function toCounts({ activations, calls, denials, failures }: Sums): UsageCounts {
  return {
    ...{ activations: Number(activations), calls: Number(calls) },
    ...{ denials: Number(denials), failures: Number(failures) },
  };
}

export async function totalsOf(place: Place): Promise<UsageCounts & { agents: number; meanMs: number }> {
  const row = await usedIn(place)
    .select(({ fn }) => [
      sql<number>`count(distinct agent)`.as("agents"),
      fn.sum<number>("duration_ms").as("duration"),
      fn.sum<number>("activations").as("activations"),
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("denials").as("denials"),
      fn.sum<number>("failures").as("failures"),
    ])
    .executeTakeFirstOrThrow();
  const counts = toCounts(row);
  const meanMs = counts.calls === 0 ? 0 : Math.round(Number(row.duration) / counts.calls);
  return { ...counts, agents: Number(row.agents), meanMs };
}

/** What happened in each unit; those without anything are absent. */
export async function sumOfUnits(place: Place): Promise<ReadonlyMap<number, UsageCounts>> {
  const rows = await usedIn(place)
    .select(({ fn }) => [
      "unit",
      fn.sum<number>("activations").as("activations"),
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("denials").as("denials"),
      fn.sum<number>("failures").as("failures"),
    ])
    .groupBy("unit")
    .execute();
  return new Map(rows.map((row) => [Number(row.unit), toCounts(row)]));
}

export type Selected = { readonly column: "agent" | "skill"; readonly names: readonly string[] };

/** The activations of some agents or skills together, in each unit. */
export async function activationsOf(place: Place, { column, names }: Selected): Promise<readonly number[]> {
  const rows = await usedIn(place)
    .select(({ fn }) => ["unit", fn.sum<number>("activations").as("activations")])
    .where(column, "in", names)
    .groupBy("unit")
    .execute();
  const found = new Map(rows.map((row) => [Number(row.unit), Number(row.activations)]));
  const { first, last } = place.span;
  return Array.from({ length: last - first + 1 }, (_, index) => found.get(first + index) ?? 0);
}

export async function sumOfAgents(place: Place): Promise<readonly Named[]> {
  const rows = await usedIn(place)
    .select(({ fn }) => [
      "agent",
      fn.sum<number>("activations").as("activations"),
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("denials").as("denials"),
      fn.sum<number>("failures").as("failures"),
    ])
    .groupBy("agent")
    .orderBy("activations", "desc")
    .orderBy("agent")
    .limit(hubLimits.reportRows)
    .execute();
  return rows.map((row) => ({ name: row.agent, ...toCounts(row) }));
}

/** The most active team first, each with its most used skills. */
export async function sumOfTeams(
  { hub, tenant }: Place,
  skills: readonly SkillUsage[],
): Promise<readonly (Named & { readonly skills: readonly string[] })[]> {
  const rows = await hub.database.read
    .selectFrom("skills")
    .select(["name", "team", "tenant"])
    .where("tenant", "in", [tenant, enterprise])
    .orderBy("name")
    .limit(mostSkills)
    .execute();
  // An agent knows a scoped skill by the last part of its name; the tenant's own skills count before others.
  const ordered = rows.toSorted((a, b) => Number(a.tenant === tenant) - Number(b.tenant === tenant));
  const teamOf = new Map([
    ...ordered.map(({ name, team }) => [name.split("/").at(-1) ?? name, team] as const),
    ...ordered.map(({ name, team }) => [name, team] as const),
  ]);
  const byTeam = Map.groupBy(skills, ({ skill }) => teamOf.get(skill) ?? "");
  return [...byTeam]
    .map(([name, owned]) => ({
      name,
      activations: sum(owned, "activations"),
      calls: sum(owned, "calls"),
      denials: sum(owned, "denials"),
      failures: sum(owned, "failures"),
      skills: owned.slice(0, hubLimits.reportTeamSkills).map(({ skill }) => skill),
    }))
    .sort((a, b) => b.activations - a.activations || (a.name < b.name ? -1 : 1));
}

function sum(skills: readonly SkillUsage[], field: keyof UsageCounts): number {
  return skills.reduce((total, skill) => total + skill[field], 0);
}

/** What refused calls, the most frequent first. */
export async function sumOfRules({ hub, tenant, span }: Place): Promise<UsageOverview["rules"]> {
  const rows = await hub.database.read
    .selectFrom("refused_calls")
    .select(({ fn }) => ["skill", "layer", "rule", fn.sum<number>("calls").as("calls")])
    .where("tenant", "=", tenant)
    .where("hour", ">=", span.first * span.hours)
    .where("hour", "<", (span.last + 1) * span.hours)
    .groupBy(["skill", "layer", "rule"])
    .orderBy("calls", "desc")
    .orderBy("skill")
    .limit(hubLimits.reportRows)
    .execute();
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }));
}
