import { rankSkills, searchDefaults, searchLimits } from "@skillwright/core/catalog";
import { type SkillSummary, skillFacetsSchema, skillPageSchema } from "@skillwright/core/registry";
import { z } from "zod";
import { jsonAnswer } from "../http/json-answer.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import type { LibraryView } from "./library.ts";
import type { LibraryEntry } from "./library-entries.ts";
import { countFacets, matchesFilter, type SkillFilter, skillFilterShape } from "./skill-filters.ts";
import { createVisibility, isVisible } from "./visibility.ts";

const limit = z.coerce.number().int().min(1).max(hubLimits.pageRows);

/** Finding skills: by words, or page by page. */
export const searchRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/search",
    summary: "Skills for a request, best first, ranked as `skillwright search` does it.",
    needs: "nothing",
    query: z.object({
      q: z.string().min(1).max(searchLimits.searchQueryLength),
      limit: limit.default(searchDefaults.limit),
      cursor: z.coerce.number().int().min(0).max(searchLimits.searchResults).default(0),
      ...skillFilterShape,
    }),
    answer: skillPageSchema,
    sample: { query: { q: "read PDF files" } },
    handle: async (call) => {
      const { q, limit: most, cursor, ...filter } = call.query;
      const hits = await searchSkills(call, q, { most: cursor + most + 1, filter });
      const page = hits.slice(cursor, cursor + most);
      const next = hits.length > cursor + most ? String(cursor + most) : null;
      const skills = page.map(({ entry, score }) => ({ ...toSummary(entry), score }));
      return jsonAnswer({ skills, total: hits.length, next }, call.request, {
        isPublic: call.principal === undefined,
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/skills",
    summary: "The skills that you may see, by name.",
    needs: "nothing",
    query: z.object({
      limit: limit.default(100),
      cursor: z.string().max(200).default("").describe("The last name of the page before."),
      ...skillFilterShape,
    }),
    answer: skillPageSchema,
    handle: async (call) => {
      const { limit: most, cursor, ...filter } = call.query;
      const entries = (await visibleSkills(call)).filter((entry) => matchesFilter(entry, filter));
      const { page, next } = listPage(entries, { most, cursor });
      const answer = { skills: page.map(toSummary), total: entries.length, next };
      return jsonAnswer(answer, call.request, { isPublic: call.principal === undefined });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/skill-facets",
    summary: "The teams, tags, tools and states of the skills that you may see, with their numbers.",
    needs: "nothing",
    answer: skillFacetsSchema,
    handle: async (call) =>
      jsonAnswer(countFacets(await visibleSkills(call)), call.request, {
        isPublic: call.principal === undefined,
      }),
  }),
];

export type Viewer = Pick<Call<unknown, unknown>, "hub" | "tenant" | "principal">;

export type FoundSkill = { readonly entry: LibraryEntry; readonly score: number };

/** The best skills for a request that the caller may see. */
export async function searchSkills(
  { hub, tenant, principal }: Viewer,
  query: string,
  { most, filter = {} }: { readonly most: number; readonly filter?: SkillFilter },
): Promise<readonly FoundSkill[]> {
  const view = await hub.registry.library.view(tenant);
  // More than asked for, because some may be hidden from the caller; a filter may leave few.
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const wanted = isFiltered
    ? searchLimits.searchResults
    : Math.min(searchLimits.searchResults, Math.max(100, most * 2));
  const compareTies = (a: number, b: number): number => {
    const [one = "", other = ""] = [view.at(a)?.skill.name, view.at(b)?.skill.name];
    return Number(one > other) - Number(one < other) || a - b;
  };
  const isSeen = createVisibility(principal);
  const hits = rankSkills(view.index, query, { limit: wanted, compareTies }).flatMap(({ ordinal, score }) => {
    const entry = view.at(ordinal);
    const isHit = entry !== undefined && isOffered(view, entry, isSeen) && matchesFilter(entry, filter);
    return isHit ? [{ entry, score }] : [];
  });
  return hits.slice(0, most);
}

/** All skills that the caller may see, one of each name. */
export async function visibleSkills({ hub, tenant, principal }: Viewer): Promise<readonly LibraryEntry[]> {
  const view = await hub.registry.library.view(tenant);
  const isSeen = createVisibility(principal);
  return view.entries.filter((entry) => isOffered(view, entry, isSeen));
}

/** The skill that a name means to the caller. */
export async function visibleSkill(
  { hub, tenant, principal }: Viewer,
  name: string,
): Promise<LibraryEntry | undefined> {
  const { byName } = await hub.registry.library.view(tenant);
  return byName.get(name)?.find(({ skill }) => isVisible(skill, principal));
}

/** Whether it is the skill that its name means to the caller; see `findSkill`. */
function isOffered(
  { byName }: LibraryView,
  entry: LibraryEntry,
  isSeen: ReturnType<typeof createVisibility>,
): boolean {
  const same = byName.get(entry.skill.name) ?? [];
  return same.find(({ skill }) => isSeen(skill)) === entry;
}

type Page = { readonly page: readonly LibraryEntry[]; readonly next: string | null };

/** The entries after a name. */
export function listPage(
  entries: readonly LibraryEntry[],
  { most, cursor }: { readonly most: number; readonly cursor: string },
): Page {
  const start = entries.findIndex(({ skill }) => skill.name > cursor);
  const page = start < 0 ? [] : entries.slice(start, start + most);
  const isMore = start >= 0 && start + most < entries.length;
  return { page, next: isMore ? (page.at(-1)?.skill.name ?? null) : null };
}

export function toSummary({ skill, latest, traits }: LibraryEntry): SkillSummary {
  const { name, tenant, team, visibility } = skill;
  return {
    ...{ name, tenant, team, visibility, description: latest.description },
    ...{ version: latest.version, digest: latest.digest, signer: latest.signer },
    deprecated: latest.deprecated,
    publishedAt: new Date(latest.published_at).toISOString(),
    ...traits,
  };
}
