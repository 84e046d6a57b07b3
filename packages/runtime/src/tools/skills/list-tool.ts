import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import type { JsonObject } from "@skillwright/core/text";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { ListInput } from "./definitions.ts";
import { describeSkill, type ListedOptions } from "./describe-skill.ts";

/** VibeTavern's skills_list: all skills a model may choose, in pages. */
export function createList(catalog: Catalog, options: ListedOptions): Executor<ListInput, EnvelopeContent> {
  return async ({ query = "", cursor = "", limit }) => {
    const page: JsonObject[] = [];
    let room: number = listingLimits.listingBytes;
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
