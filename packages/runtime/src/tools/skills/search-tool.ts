import type { Catalog } from "@skillwright/core/catalog";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import type { SearchInput } from "./definitions.ts";
import { describeSkill, type ListedOptions } from "./describe-skill.ts";

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
