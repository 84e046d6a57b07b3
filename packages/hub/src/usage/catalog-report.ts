import { setImmediate } from "node:timers/promises";
import { createListing, listingLimits } from "@skillwright/core/listing";
import { type CatalogReport, catalogReportSchema, type ListingCost } from "@skillwright/core/registry";
import { z } from "zod";
import { enterprise } from "../access/permissions.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import type { LibraryView } from "../registry/library.ts";
import type { LibraryEntry } from "../registry/library-entries.ts";
import { visibleSkills } from "../registry/search-skills.ts";
import { day, hour, mostSkills, sumOfSkills } from "./sum-of-skills.ts";

export const catalogReportRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/catalog-report",
  summary: "What skills cost before they are used, which ones are not used, and which ones overlap.",
  needs: "usage:read",
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  answer: catalogReportSchema,
  handle: async (call) => {
    const { hub, tenant, query, request } = call;
    const entries = await visibleSkills(call);
    const deployed = await deployedNames(hub, tenant);
    const since = Math.floor((hub.now() - query.days * day) / hour);
    const usage = await sumOfSkills(hub, tenant, since);
    const used = new Map(usage.map(({ skill, activations }) => [skill, activations]));
    const skills = entries.map((entry) => toSkill(entry, { deployed, used }));
    const overlaps = await findOverlaps(await hub.registry.library.view(tenant), entries);
    const answer: CatalogReport = {
      ...{ version: 1, days: query.days, listing: measureListing(skills) },
      ...{ unused: unusedOf(skills), overlaps },
    };
    return jsonAnswer(answer, request, { isPublic: false });
  },
});

async function deployedNames({ database }: Hub, tenant: string): Promise<ReadonlySet<string>> {
  const rows = await database.read
    .selectFrom("deployments")
    .select("name")
    .distinct()
    .where("tenant", "in", [tenant, enterprise])
    .where("ended_at", "is", null)
    .limit(mostSkills)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

type ReportedSkill = {
  readonly name: string;
  /** As agents know it: the last part of a scoped name. */
  readonly id: string;
  readonly description: string;
  readonly team: string;
  readonly publishedAt: number;
  readonly deployed: boolean;
  readonly activations: number;
};
type Listing = ReturnType<typeof createListing>;
type Known = { readonly deployed: ReadonlySet<string>; readonly used: ReadonlyMap<string, number> };

function toSkill({ skill, latest }: LibraryEntry, { deployed, used }: Known): ReportedSkill {
  const { name, team } = skill;
  const id = name.split("/").at(-1) ?? name;
  return {
    ...{ name, id, team, description: latest.description, publishedAt: latest.published_at },
    deployed: deployed.has(name),
    activations: used.get(name) ?? used.get(id) ?? 0,
  };
}

function measureListing(skills: readonly ReportedSkill[]): CatalogReport["listing"] {
  const offered = listAll(skills);
  const deployed = skills.filter((skill) => skill.deployed);
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const largest = offered.entries
    .map(({ skill, text }) => ({ skill: skill.id, bytes: Buffer.byteLength(text) }))
    .sort((a, b) => b.bytes - a.bytes || (a.skill < b.skill ? -1 : 1))
    .slice(0, hubLimits.reportRows)
    .map(({ skill: id, bytes }) => {
      const { name = id, deployed: isDeployed = false, activations = 0 } = byId.get(id) ?? {};
      return { skill: name, bytes, deployed: isDeployed, activations };
    });
  return {
    offered: costOf(offered, skills.length),
    deployed: costOf(listAll(deployed), deployed.length),
    budget: listingLimits.listingBytes,
    largest,
  };
}

function costOf({ bytes, tokens }: Listing, skills: number): ListingCost {
  return { skills, bytes, tokens };
}

function listAll(skills: readonly ReportedSkill[]): Listing {
  return createListing(skills, { placement: "tool", budget: { bytes: Number.POSITIVE_INFINITY } });
}

function unusedOf(skills: readonly ReportedSkill[]): CatalogReport["unused"] {
  const unused = skills.filter(({ activations }) => activations === 0);
  const oldest = unused.toSorted((a, b) => a.publishedAt - b.publishedAt).slice(0, hubLimits.pageRows);
  return {
    total: unused.length,
    skills: oldest.map(({ name, team, publishedAt, deployed }) => ({
      ...{ name, team, deployed, publishedAt: new Date(publishedAt).toISOString() },
    })),
  };
}

/** Two skills overlap if the description of each, taken as a request, finds the other one nearly as well as itself. */
async function findOverlaps(
  view: LibraryView,
  entries: readonly LibraryEntry[],
): Promise<CatalogReport["overlaps"]> {
  const compared = entries.slice(0, hubLimits.comparedSkills);
  const shown = new Set(entries);
  const scores = new Map<string, number>();
  for (const entry of compared) {
    const { isKnown, found } = view.similarTo(entry);
    for (const { entry: other, score } of found) {
      if (!shown.has(other)) continue;
      const key = JSON.stringify([entry.skill.name, other.skill.name].toSorted());
      scores.set(key, Math.max(scores.get(key) ?? 0, score));
    }
    // A search takes milliseconds, and other requests must not wait for all of them.
    if (!isKnown) await setImmediate();
  }
  const pairs = [...scores]
    .map(([key, score]) => ({ names: pairSchema.parse(JSON.parse(key)), score }))
    .sort((a, b) => b.score - a.score || (a.names[0] < b.names[0] ? -1 : 1))
    .slice(0, hubLimits.reportRows);
  return { compared: compared.length, pairs };
}

const pairSchema = z.tuple([z.string(), z.string()]);
