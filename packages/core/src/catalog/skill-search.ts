import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import { findMatches } from "../resolve/find-skill.ts";
import { parseMention } from "../search/parse-mention.ts";
import { rankSkills, searchDefaults } from "../search/rank-skills.ts";
import type { Catalog, SearchHit, SearchOptions } from "./catalog.ts";
import type { CatalogOptions } from "./catalog-options.ts";
import type { CatalogState } from "./catalog-state.ts";
import { createSearchUpkeep } from "./search-upkeep.ts";
import type { SecondStage } from "./second-stage.ts";

export type SkillSearch = Pick<Catalog, "search" | "match" | "save">;

export function createSkillSearch(options: CatalogOptions, state: CatalogState): SkillSearch {
  const upkeep = createSearchUpkeep(options, state);
  const rank = async (query: string, wanted: Required<SearchOptions>): Promise<readonly SearchHit[]> => {
    const { secondStage } = options;
    const { index, skills } = upkeep.current();
    const limit = secondStage ? Math.max(wanted.limit, judgedAnew) : wanted.limit;
    const hits = rankSkills(index, query, { limit }).flatMap(({ ordinal, score }) => {
      const skill = skills.get(ordinal);
      return skill && score >= wanted.threshold ? [{ skill, score }] : [];
    });
    const judged = secondStage ? await judgeAnew(query, hits, secondStage) : hits;
    return judged.slice(0, wanted.limit);
  };
  const find = async (query: string, wanted: Required<SearchOptions>): Promise<readonly SearchHit[]> => {
    const asked = skillsAskedFor(state, query).map((skill) => ({ skill, score: 1 }));
    const found = asked.length >= wanted.limit ? [] : await rank(query, wanted);
    const others = found.filter(({ skill }) => asked.every((hit) => hit.skill !== skill));
    return [...asked, ...others].slice(0, wanted.limit);
  };
  return {
    search: (query, { limit = searchDefaults.limit, threshold = 0 } = {}) =>
      find(query, { limit, threshold }),
    match: async (task, { limit = searchDefaults.limit, threshold = searchDefaults.threshold } = {}) => {
      const hits = await find(task, { limit, threshold });
      const asked = skillsAskedFor(state, task);
      // What a person names is theirs to ask for; the rest a model must be allowed to choose.
      return hits.filter(({ skill }) => skill.modelInvocable || asked.includes(skill));
    },
    save: upkeep.save,
  };
}

/** Candidates that a model gets to see: enough to mend the order, few enough to wait for. */
const judgedAnew = 50;

async function judgeAnew(
  query: string,
  hits: readonly SearchHit[],
  secondStage: SecondStage,
): Promise<readonly SearchHit[]> {
  const candidates = hits.map(({ skill }) => ({ id: skill.id, text: `${skill.name}: ${skill.description}` }));
  const scores = await secondStage(query, candidates);
  const order = hits.map((hit, at) => ({ hit, score: scores[at] ?? Number.NEGATIVE_INFINITY }));
  return order.sort((a, b) => Number(b.score > a.score) - Number(b.score < a.score)).map(({ hit }) => hit);
}

/** Skills that a person names (`/pdf`, `$pdf`), whether or not a model may choose them by itself. */
function skillsAskedFor(state: CatalogState, query: string): readonly CatalogSkill[] {
  const mention = parseMention(query);
  if (mention === undefined) return [];
  return findMatches(state.current(), mention.name).filter((skill) => skill.enabled && skill.userInvocable);
}
