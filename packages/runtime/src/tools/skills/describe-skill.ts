import { limits } from "@skillwright/core";
import { neutralizeMarkup } from "@skillwright/core/activate";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { listingLimits } from "@skillwright/core/listing";
import type { JsonObject } from "@skillwright/core/text";

export type ListedOptions = {
  /** Include the path of the SKILL.md. */
  readonly includeLocation?: boolean;
};

/** What a model sees of a skill in a list. */
export function describeSkill(skill: CatalogSkill, { includeLocation = false }: ListedOptions): JsonObject {
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
