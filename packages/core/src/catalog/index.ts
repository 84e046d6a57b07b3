/** Many skills at once: precedence, search, trust. */
export type { CatalogSkill, DisabledReason, ShadowedSkill, ShadowReason } from "../resolve/catalog-skill.ts";
export type { Explanation } from "../resolve/find-skill.ts";
export { readPrecedence } from "../resolve/precedence.ts";
export { createAnalyzer } from "../search/analyze-document.ts";
export { explainMatch, type MatchedWord, type SearchField } from "../search/explain-match.ts";
export { searchLimits } from "../search/limits.ts";
export { rankSkills, searchDefaults } from "../search/rank-skills.ts";
export { toSearchDocument } from "../search/search-document.ts";
export {
  createSearchIndex,
  joinSearchIndexes,
  type SearchIndex,
  updateSearchIndex,
} from "../search/search-index.ts";
export {
  digestProject,
  type ProjectSkill,
  recordTrust,
  type TrustState,
  trustState,
} from "../trust/project-trust.ts";
export { readTrust, type TrustRecords, writeTrust } from "../trust/trust-store.ts";
export type { Catalog, CatalogList, CatalogOptions, LoadedEntry, SearchHit } from "./catalog.ts";
