import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import { findMatches, findNear } from "../resolve/find-skill.ts";
import { parseMention } from "../search/parse-mention.ts";
import { rankSkills, searchDefaults } from "../search/rank-skills.ts";
import type { Catalog, SearchHit, SearchOptions } from "./catalog.ts";
import type { CatalogOptions } from "./catalog-options.ts";
import type { CatalogState } from "./catalog-state.ts";
import { createSearchUpkeep } from "./search-upkeep.ts";

export type SkillSearch = Pick<Catalog, "search" | "match" | "save">;

export function createSkillSearch(
  options: CatalogOptions,
  state: CatalogState,
  mayModelChoose: (skill: CatalogSkill) => boolean,
): SkillSearch {
  const upkeep = createSearchUpkeep(options, state);
  const rank = async (query: string, wish: Wish): Promise<readonly SearchHit[]> => {
    const { threshold, isWanted } = wish;
    const { index, skills } = upkeep.current();
    // More than are wanted, because some of them may not be.
    const ranked = rankSkills(index, query, { limit: Math.max(wish.limit, leastRanked), threshold });
    const hits = ranked.flatMap(({ ordinal, score }) => {
      const skill = skills.get(ordinal);
      return skill && isWanted(skill) ? [{ skill, score }] : [];
    });
    return judgeAnew(query, hits, options);
  };
  const find = async (query: string, wish: Wish): Promise<readonly SearchHit[]> => {
    const asked = hitsAskedFor(state, query);
    const found = asked.length >= wish.limit ? [] : await rank(query, wish);
    const others = found.filter(({ skill }) => asked.every((hit) => hit.skill !== skill));
    return [...asked, ...others].slice(0, wish.limit);
  };
  return {
    search: (query, { limit = searchDefaults.limit, threshold = 0 } = {}) =>
      find(query, { limit, threshold, isWanted: () => true }),
    // What a person names is theirs to ask for; the rest a model must be allowed to choose.
    match: (task, { limit = searchDefaults.limit, threshold = searchDefaults.threshold } = {}) =>
      find(task, { limit, threshold, isWanted: mayModelChoose }),
    save: upkeep.save,
  };
}

type Wish = Required<SearchOptions> & { readonly isWanted: (skill: CatalogSkill) => boolean };

const leastRanked = 100;
/** Candidates that a model gets to see: enough to mend the order, few enough to wait for. */
const judgedAnew = 50;

/** The best hits in the order that the model gives them; a model that fails leaves them as they were. */
async function judgeAnew(
  query: string,
  hits: readonly SearchHit[],
  { secondStage, onSecondStageFailure }: CatalogOptions,
): Promise<readonly SearchHit[]> {
  if (secondStage === undefined) return hits;
  const best = hits.slice(0, judgedAnew);
  const candidates = best.map(({ skill }) => ({ id: skill.id, text: `${skill.name}: ${skill.description}` }));
  const scores = await secondStage(query, candidates).catch((error: unknown) => {
    onSecondStageFailure?.(error);
    return undefined;
  });
  if (scores === undefined) return hits;
  const order = best.map((hit, at) => ({ hit, score: scores[at] ?? Number.NEGATIVE_INFINITY }));
  order.sort((a, b) => Number(b.score > a.score) - Number(b.score < a.score));
  return [...order.map(({ hit }) => hit), ...hits.slice(judgedAnew)];
}

/** What a person names (`/pdf`, `$pdf`), whether or not a model may choose it by itself. */
function hitsAskedFor(state: CatalogState, query: string): readonly SearchHit[] {
  const mention = parseMention(query);
  if (mention === undefined) return [];
  const isOffered = (skill: CatalogSkill): boolean => skill.enabled && skill.userInvocable;
  const named = findMatches(state.current(), mention.name).filter(isOffered);
  if (named.length > 0) return named.map((skill) => ({ skill, score: 1 }));
  if (!/^\s*[/$]/.test(query)) return [];
  // A name at the very beginning is meant as one; the nearest is likely the one that was meant.
  const offered = state.current().skills.filter(isOffered);
  const near = findNear(offered, mention.name);
  return offered.filter(({ id }) => id === near).map((skill) => ({ skill, score: misspelt }));
}

const misspelt = 0.9;
