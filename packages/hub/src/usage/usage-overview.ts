import {
  type SkillUsage,
  type UsageCounts,
  type UsageOverview,
  type UsageSeries,
  usageOverviewSchema,
} from "@skillwright/core/registry";
import { z } from "zod";
import { namesOfAgents } from "../access/names.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { findHidden } from "./hidden-skills.ts";
import { hour, sumOfSkills } from "./sum-of-skills.ts";
import {
  activationsOf,
  type Place,
  type Span,
  sumOfAgents,
  sumOfRules,
  sumOfTeams,
  sumOfUnits,
  totalsOf,
} from "./usage-sums.ts";

export const overviewRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/usage-overview",
  summary:
    "How skills were used in the last days: over time, by agent and team, what failed and what refused.",
  needs: "usage:read",
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  answer: usageOverviewSchema,
  handle: async ({ hub, tenant, principal, query: { days }, request }) => {
    const span = spanOf(days, hub.now());
    const isHidden = await findHidden(hub, { tenant, principal });
    const answer = await overviewOf({ hub, tenant, span }, isHidden);
    return jsonAnswer({ version: 1, days, ...answer }, request, { isPublic: false });
  },
});

function spanOf(days: number, now: number): Span {
  const hours = days <= 2 ? 1 : 24;
  const last = Math.floor(now / hour / hours);
  const units = (days * 24) / hours;
  return { unit: hours === 1 ? "hour" : "day", hours, first: last - units + 1, last };
}

/** Totals are of all skills; those that only teams of others may see are not named. */
async function overviewOf(
  place: Place,
  isHidden: (name: string) => boolean,
): Promise<Omit<UsageOverview, "version" | "days">> {
  const { hub, tenant, span } = place;
  const used = await sumOfSkills(hub, tenant, span.first * span.hours);
  const skills = used.filter(({ skill }) => !isHidden(skill));
  const agents = await sumOfAgents(place);
  const teams = await sumOfTeams(place, skills);
  const units = await sumOfUnits(place);
  const shown = teams.filter(({ activations }) => activations > 0).slice(0, hubLimits.reportSeries);
  const teamSeries: UsageSeries[] = [];
  for (const { name, skills: names } of shown)
    teamSeries.push({ name, activations: await activationsOf(place, { column: "skill", names }) });
  const agentSeries: UsageSeries[] = [];
  for (const { name } of agents.filter(({ activations }) => activations > 0).slice(0, hubLimits.reportSeries))
    agentSeries.push({ name, activations: await activationsOf(place, { column: "agent", names: [name] }) });
  return {
    unit: span.unit,
    totals: {
      skills: skills.filter(({ activations }) => activations > 0).length,
      ...(await totalsOf(place)),
    },
    times: unitsOf(span).map((unit) => new Date(unit * span.hours * hour).toISOString()),
    counts: unitsOf(span).map((unit) => units.get(unit) ?? none),
    agents,
    teams: teams.slice(0, hubLimits.reportRows).map(({ skills: _, ...team }) => team),
    names: await namesOfAgents(
      hub.database.read,
      tenant,
      agents.map(({ name }) => name),
    ),
    ...{ agentSeries, teamSeries },
    slow: top(skills, ({ calls, meanMs }) => (calls > 0 ? meanMs : 0)),
    failing: top(skills, ({ calls, failures }) => (calls > 0 ? failures / calls : 0)),
    denied: top(skills, ({ denials }) => denials),
    rules: (await sumOfRules(place)).filter(({ skill }) => !isHidden(skill)),
  };
}

const none: UsageCounts = { activations: 0, calls: 0, denials: 0, failures: 0 };

function unitsOf({ first, last }: Span): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The skills with the highest values, without those that have none. */
function top(skills: readonly SkillUsage[], value: (skill: SkillUsage) => number): readonly SkillUsage[] {
  return skills
    .filter((skill) => value(skill) > 0)
    .toSorted((a, b) => value(b) - value(a))
    .slice(0, hubLimits.reportRows);
}
