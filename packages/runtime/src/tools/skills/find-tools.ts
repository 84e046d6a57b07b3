import { limits } from "@skillwright/core";
import { neutralizeMarkup } from "@skillwright/core/activate";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import type { JsonObject } from "@skillwright/core/text";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { ListInput, SearchInput } from "./definitions.ts";

/** VibeTavern's skills_list: all skills a model may choose, in pages. */
export function createList(catalog: Catalog, options: ListedOptions): Executor<ListInput, EnvelopeContent> {
  return async ({ query = "", cursor = "", limit }) => {
    const page: JsonObject[] = [];
    let room: number = listingLimits.listedPageBytes;
    let last = "";
    // The cursor is the last name returned: pages stay consistent when skills come and go.
    for (const skill of byName(catalog.list().skills).filter(({ id }) => id > cursor)) {
      if (!skill.enabled || !contains(skill, query) || !catalog.mayModelChoose(skill)) continue;
      const entry = describeSkill(skill, options);
      room -= JSON.stringify(entry).length;
      const isFull = page.length === limit || (page.length > 0 && room < 0);
      if (isFull) return { data: { skills: page, next_cursor: last } };
      page.push(entry);
      last = skill.id;
    }
    return { data: { skills: page, next_cursor: null } };
  };
}

function byName(skills: readonly CatalogSkill[]): readonly CatalogSkill[] {
  return skills.toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id));
}

function contains({ id, description, traits }: CatalogSkill, query: string): boolean {
  const wanted = query.toLowerCase();
  return [id, description, ...(traits.tags ?? [])].some((text) => text.toLowerCase().includes(wanted));
}

export type ListedOptions = {
  /** Include the path of the SKILL.md. */
  readonly includeLocation?: boolean;
};

/** What a model sees of a skill in a list. */
function describeSkill(skill: CatalogSkill, { includeLocation = false }: ListedOptions): JsonObject {
  const { id, description, file, traits } = skill;
  const tags = traits.tags ?? [];
  return {
    name: id.slice(0, limits.listedName),
    description: neutralizeMarkup(description.slice(0, listingLimits.listedDescription)),
    ...(tags.length === 0 ? {} : { tags: tags.slice(0, listingLimits.tagsPerSkill).map(shorten) }),
    ...(includeLocation ? { location: file } : {}),
  };
}

function shorten(tag: string): string {
  return neutralizeMarkup(tag.slice(0, listingLimits.tagLength));
}

/** Finds skills for a task, among those a model may choose. */
export function createSearch(
  catalog: Catalog,
  options: ListedOptions,
): Executor<SearchInput, EnvelopeContent> {
  return async ({ query, limit }) => {
    const hits = await catalog.search(query, { limit: spare * limit });
    const offered = hits.filter(({ skill }) => catalog.mayModelChoose(skill)).slice(0, limit);
    return {
      data: {
        skills: offered.map(({ skill, score }) => ({
          ...describeSkill(skill, options),
          score: Math.round(score * 1000) / 1000,
        })),
      },
    };
  };
}

/** Some of the best hits may be for people only. */
const spare = 2;
