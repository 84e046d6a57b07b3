import type { CatalogSkill, ShadowedSkill } from "../resolve/catalog-skill.ts";
import { findMatches, findNear } from "../resolve/find-skill.ts";
import { parseMention } from "../search/parse-mention.ts";
import { rankSkills, searchDefaults } from "../search/rank-skills.ts";
import type { Catalog, CatalogOptions, SearchHit, SearchOptions } from "./catalog.ts";

import type { CatalogState } from "./catalog-state.ts";
import { createSearchUpkeep } from "./search-upkeep.ts";

export type SkillSearch = Pick<Catalog, "search" | "match" | "save">;

export function createSkillSearch(
  options: CatalogOptions,
  state: CatalogState,
  mayModelChoose: (skill: CatalogSkill) => boolean,
): SkillSearch {
  const upkeep = createSearchUpkeep(options, state);
  const rank = async (query: string, request: SearchRequest): Promise<readonly SearchHit[]> => {
    const { threshold, isWanted } = request;
    const { index, skills } = upkeep.current();
    // Rank more than the limit, because some hits are filtered out.
    const limit = Math.max(request.limit, leastRanked);
    const compareTies = (a: number, b: number): number => compareSkills(skills.get(a), skills.get(b));
    const ranked = rankSkills(index, query, { limit, threshold, compareTies });
    const hits = ranked.flatMap(({ ordinal, score }) => {
      const skill = skills.get(ordinal);
      return skill && isWanted(skill) ? [{ skill, score }] : [];
    });
    return winnersFirst(await rerank(query, hits, options));
  };
  const find = async (query: string, request: SearchRequest): Promise<readonly SearchHit[]> => {
    const asked = hitsByName(state, query, options);
    const found = asked.length >= request.limit ? [] : await rank(query, request);
    const others = found.filter(({ skill }) => asked.every((hit) => hit.skill !== skill));
    return [...asked, ...others].slice(0, request.limit);
  };
  return {
    search: (query, { limit = searchDefaults.limit, threshold = 0 } = {}) =>
      find(query, { limit, threshold, isWanted: () => true }),
    // A person may name any skill; the others must be open to model choice.
    match: (task, { limit = searchDefaults.limit, threshold = searchDefaults.threshold } = {}) =>
      find(task, { limit, threshold, isWanted: mayModelChoose }),
    save: upkeep.save,
  };
}

type SearchRequest = Required<SearchOptions> & { readonly isWanted: (skill: CatalogSkill) => boolean };

const leastRanked = 100;
/** Number of hits that the model reranks: enough to improve the order, few enough to wait for. */
const rerankedHits = 50;

/** Reranks the best hits with the model; when it fails, their order stays. */
async function rerank(
  query: string,
  hits: readonly SearchHit[],
  { secondStage, onSecondStageFailure }: CatalogOptions,
): Promise<readonly SearchHit[]> {
  if (secondStage === undefined) return hits;
  const best = hits.slice(0, rerankedHits);
  const candidates = best.map(({ skill }) => ({ id: skill.id, text: `${skill.name}: ${skill.description}` }));
  const scores = await secondStage(query, candidates).catch((error: unknown) => {
    onSecondStageFailure?.(error);
    return undefined;
  });
  if (scores === undefined) return hits;
  const order = best.map((hit, at) => ({ hit, score: scores[at] ?? Number.NEGATIVE_INFINITY }));
  order.sort((a, b) => Number(b.score > a.score) - Number(b.score < a.score));
  return [...order.map(({ hit }) => hit), ...hits.slice(rerankedHits)];
}

/** Order of skills that rank the same: skills on offer before those that lost their name, then by id. */
function compareSkills(a: CatalogSkill | undefined, b: CatalogSkill | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const shadows = Number(winnerOf(a) !== undefined) - Number(winnerOf(b) !== undefined);
  if (shadows !== 0 || a.id === b.id) return shadows;
  return a.id < b.id ? -1 : 1;
}

function winnerOf(skill: CatalogSkill | ShadowedSkill): string | undefined {
  return "winner" in skill ? skill.winner : undefined;
}

/** Moves each skill before those that lost their name to it; the scores stay in their places. */
function winnersFirst(hits: readonly SearchHit[]): readonly SearchHit[] {
  if (hits.every(({ skill }) => winnerOf(skill) === undefined)) return hits;
  const nameOf = ({ skill }: SearchHit): string => winnerOf(skill) ?? skill.id;
  const isShadowed = ({ skill }: SearchHit): number => Number(winnerOf(skill) !== undefined);
  const groups = Map.groupBy(hits, nameOf);
  for (const group of groups.values()) group.sort((a, b) => isShadowed(a) - isShadowed(b));
  return hits.map((hit) => ({
    skill: groups.get(nameOf(hit))?.shift()?.skill ?? hit.skill,
    score: hit.score,
  }));
}

/** Skills that the query names (`/pdf`, `$pdf`), whether or not a model may choose them on its own. */
function hitsByName(
  state: CatalogState,
  query: string,
  { installedOf }: CatalogOptions,
): readonly SearchHit[] {
  const mention = parseMention(query);
  if (mention === undefined) return [];
  const isOffered = (skill: CatalogSkill): boolean => skill.enabled && skill.userInvocable;
  const named = findMatches(state.current(), mention.name, installedOf).filter(isOffered);
  if (named.length > 0) return named.map((skill) => ({ skill, score: 1 }));
  if (!/^\s*[/$]/.test(query)) return [];
  // A leading `/` or `$` always means a name, so suggest the nearest one.
  const offered = state.current().skills.filter(isOffered);
  const near = findNear(offered, mention.name);
  return offered.filter(({ id }) => id === near).map((skill) => ({ skill, score: misspelledScore }));
}

const misspelledScore = 0.9;
