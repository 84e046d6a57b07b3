export { type Activation, type ActivationOptions, renderActivation } from "./activate/render-activation.ts";
export type { AuditEvent, AuditSink } from "./audit/audit-event.ts";
export { createMemorySink } from "./audit/memory-sink.ts";
export type {
  Catalog,
  CatalogChange,
  CatalogList,
  CatalogOptions,
  LoadedEntry,
  SearchHit,
  SearchOptions,
} from "./catalog/catalog.ts";
export { openCatalog } from "./catalog/open-catalog.ts";
export { createEmbeddingStage, createRerankStage, type SecondStage } from "./catalog/second-stage.ts";
export type { CheckSettings } from "./check/check-skill.ts";
export { checkSkill } from "./check/check-skill.ts";
export { checkSkills, type ReportSummary, type SkillReport } from "./check/check-skills.ts";
export { type FixedSkill, fixSkill } from "./check/fix-skill.ts";
export type { Rule } from "./check/rule.ts";
export { rules } from "./check/rules.ts";
export { digestSkill } from "./digest/digest-skill.ts";
export type { SkillRoot } from "./discover/discovered-skill.ts";
export type { DiscoveryFinding } from "./discover/discovery-finding.ts";
export { type LoadedSkill, loadSkill, skillFromText } from "./discover/load-skill.ts";
export { findSkills, loadSkills } from "./discover/load-skills.ts";
export { SkillError, type SkillErrorCode } from "./error.ts";
export type { Category, Edit, Finding, Level, Position, Range, Severity } from "./finding.ts";
export { formatDiscoveryFinding, formatError } from "./format.ts";
export { formatFinding } from "./format-finding.ts";
export type { FileSystem } from "./fs/file-system.ts";
export { createMemoryFileSystem } from "./fs/memory.ts";
export { limits } from "./limits.ts";
export { createListing } from "./listing/create-listing.ts";
export { toListedSkills } from "./listing/listed-skill.ts";
export type { Listing, ListingOptions } from "./listing/listing.ts";
export { createSystemPrompt } from "./listing/system-prompt.ts";
export { type ParsedSkill, parseSkill } from "./parse/parse-skill.ts";
export { type ToolPattern, tokenizeTools } from "./parse/tool-list.ts";
export { decide } from "./policy/decide.ts";
export type { Decision, RuleRef } from "./policy/decision.ts";
export { formatDecision } from "./policy/decision.ts";
export type { Policy } from "./policy/policy-file.ts";
export type { PolicyLayer } from "./policy/policy-layer.ts";
export type { ToolRequest } from "./policy/tool-request.ts";
export type { Profile } from "./profiles/profiles.ts";
export { findProfile, profiles } from "./profiles/profiles.ts";
export { readProperties } from "./prompt/read-properties.ts";
export { toPrompt } from "./prompt/to-prompt.ts";
export type { CatalogSkill } from "./resolve/catalog-skill.ts";
export type { Explanation } from "./resolve/find-skill.ts";
export type { HookCommand, HookMatcher, SkillHooks, SkillManifest, ToolDependency } from "./skill.ts";
export type { Span } from "./text/span.ts";
