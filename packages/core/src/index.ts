export { type ArgumentOptions, expandArguments } from "./activate/expand-arguments.ts";
export { joinArguments } from "./activate/join-arguments.ts";
export { neutraliseMarkup } from "./activate/neutralise-markup.ts";
export {
  type Activation,
  type ActivationOptions,
  type ActivationRequest,
  renderActivation,
} from "./activate/render-activation.ts";
export { splitArguments } from "./activate/split-arguments.ts";
export { truncateAtLine } from "./activate/truncate-at-line.ts";
export type { AuditEvent, AuditFact, AuditSkill, Trigger } from "./audit/audit-event.ts";
export type { AuditSink } from "./audit/audit-sink.ts";
export { type ChainEnd, chainStart, linkEvent, readLink, toEventText } from "./audit/chain.ts";
export {
  type ChainFault,
  createVerifier,
  type LogLine,
  type Verification,
  type Verifier,
} from "./audit/create-verifier.ts";
export { auditEventKinds, formatAudit } from "./audit/format-audit.ts";
export { formatFault } from "./audit/format-fault.ts";
export { headBytes, headFileOf, parseHead, toHeadText } from "./audit/log-head.ts";
export { createMemorySink, type MemorySink } from "./audit/memory-sink.ts";
export { type AuditRecord, type LoggedEvent, parseRecord } from "./audit/parse-record.ts";
export { type RedactOptions, redactEvent } from "./audit/redact.ts";
export { redactText } from "./audit/redact-text.ts";
export type {
  Catalog,
  CatalogChange,
  CatalogList,
  LoadedEntry,
  LoadOptions,
  SearchHit,
  SearchOptions,
} from "./catalog/catalog.ts";
export type { CatalogOptions } from "./catalog/catalog-options.ts";
export { openCatalog } from "./catalog/open-catalog.ts";
export {
  type Candidate,
  createEmbeddingStage,
  createRerankStage,
  type SecondStage,
} from "./catalog/second-stage.ts";
export { digestProject, type ProjectContents } from "./catalog/trusted-projects.ts";
export type { CheckSettings, RuleSetting } from "./check/check-settings.ts";
export { type Checker, checkSkill, createChecker } from "./check/check-skill.ts";
export {
  addToSummary,
  checkEach,
  checkSkills,
  emptySummary,
  type ReportedSkill,
  type ReportSummary,
  type SkillReport,
  toReport,
} from "./check/check-skills.ts";
export { findRule } from "./check/find-rule.ts";
export { type AppliedFix, type FixedSkill, fixSkill } from "./check/fix-skill.ts";
export type { Rule, RuleOptions } from "./check/rule.ts";
export { rules } from "./check/rules.ts";
export { type DigestEntry, digestFiles } from "./digest/digest-files.ts";
export { digestSkill, readDigestEntries } from "./digest/digest-skill.ts";
export { type Sha256, sha256Hex } from "./digest/sha256.ts";
export { type Client, clients, type Platform } from "./discover/clients.ts";
export type { DiscoveredSkill, SkillTraits } from "./discover/discovered-skill.ts";
export type { DiscoveryFinding, DiscoveryFindingCode } from "./discover/discovery-finding.ts";
export { type FindOptions, type FoundSkill, findSkills } from "./discover/find-skills.ts";
export { type IgnoreLayer, isIgnoredItself, readIgnoreRules } from "./discover/ignore-rules.ts";
export { isInside, resolveInside, skippedFolders } from "./discover/layout.ts";
export { type LoadedSkill, loadSkill, skillFromBytes, skillFromText } from "./discover/load-skill.ts";
export { loadSkills } from "./discover/load-skills.ts";
export { type Metadata, readMetadata } from "./discover/read-metadata.ts";
export { type FoundRoots, findRoots, type Place } from "./discover/roots.ts";
export type { SkillFile, SkillFiles } from "./discover/skill-files.ts";
export type { Scope, SkillRoot } from "./discover/skill-root.ts";
export { SkillError, type SkillErrorCode } from "./error.ts";
export { type AggregateOptions, aggregate } from "./evals/aggregate.ts";
export type {
  Benchmark,
  BenchmarkMetadata,
  ConfigurationSummary,
  Delta,
  Metric,
  RunResult,
} from "./evals/benchmark.ts";
export { type BenchmarkComparison, type Change, compareBenchmarks } from "./evals/compare-benchmarks.ts";
export { type Comparison, toComparisonText } from "./evals/comparison.ts";
export { type ComparisonAnalysis, toAnalysisText } from "./evals/comparison-analysis.ts";
export { critiqueRuns } from "./evals/critique-runs.ts";
export type { EvalCase, EvalConfig, EvalEngine, EvalTarget } from "./evals/eval-case.ts";
export { type EvalMetadata, readEvalMetadata, toEvalMetadataText } from "./evals/eval-metadata.ts";
export type { CheckName, EvalReport, ReportCase, Verdict } from "./evals/eval-report.ts";
export { type ExecutionMetrics, readMetrics, toMetricsText } from "./evals/execution-metrics.ts";
export { type Feedback, type Review, readFeedback, toFeedbackText } from "./evals/feedback.ts";
export { type FoundRun, findRuns } from "./evals/find-runs.ts";
export { formatSignificance } from "./evals/format-significance.ts";
export {
  type Claim,
  type EvalFeedback,
  type Grade,
  type GradeSummary,
  type Grading,
  gradingOf,
  toGradingText,
  type UserNotes,
} from "./evals/grading.ts";
export { type ImprovementHistory, readHistory, toHistoryText } from "./evals/improvement-history.ts";
export { judgeTrigger, type ThresholdOptions, type TriggerResult } from "./evals/judge-trigger.ts";
export { measureTriggers, type TriggerMetrics } from "./evals/measure-triggers.ts";
export type {
  ExitReason,
  OptimisationExit,
  OptimisationIteration,
  OptimisationResult,
} from "./evals/optimisation-result.ts";
export type { EvalDialect, EvalId, EvalSet, OutputEval } from "./evals/output-eval.ts";
export { type Pair, pairRuns } from "./evals/pair-runs.ts";
export { pickBest } from "./evals/pick-best.ts";
export { createRandom } from "./evals/random.ts";
export { readBenchmark } from "./evals/read-benchmark.ts";
export { readAnalysis } from "./evals/read-comparison-analysis.ts";
export { readComparisonFile } from "./evals/read-comparison-file.ts";
export { type ReadEvalCaseOptions, readEvalCase } from "./evals/read-eval-case.ts";
export { readEvalConfig } from "./evals/read-eval-config.ts";
export type { ReadEvalFile } from "./evals/read-eval-file.ts";
export { readEvalReport } from "./evals/read-eval-report.ts";
export { type ReadEvalsOptions, readEvals } from "./evals/read-evals.ts";
export { readGrading } from "./evals/read-grading.ts";
export { readOptimisation } from "./evals/read-optimisation.ts";
export { readTriggerQueries } from "./evals/read-trigger-queries.ts";
export { replaceDescription } from "./evals/replace-description.ts";
export { type Roles, rolesOf } from "./evals/roles.ts";
export { type Significance, type SignificanceOptions, significance } from "./evals/significance.ts";
export { type QuerySplit, type SplitOptions, splitQueries } from "./evals/split-queries.ts";
export type { Spread } from "./evals/statistics.ts";
export { readTiming, type Stretch, type Timing, toTimingText } from "./evals/timing.ts";
export { toBenchmarkText } from "./evals/to-benchmark-text.ts";
export { toEvalFolders } from "./evals/to-eval-folders.ts";
export { toEvalReportText } from "./evals/to-eval-report-text.ts";
export { toOptimisationText } from "./evals/to-optimisation-text.ts";
export { toReportBenchmark } from "./evals/to-report-benchmark.ts";
export { toRunResult } from "./evals/to-run-result.ts";
export { toSlug } from "./evals/to-slug.ts";
export type { TriggerQuery } from "./evals/trigger-query.ts";
export { readTriggerResults, type TriggerResults, toTriggerResultsText } from "./evals/trigger-results.ts";
export {
  evalIdOf,
  iterationFolder,
  iterationNumber,
  workspaceFiles,
  workspaceOf,
} from "./evals/workspace.ts";
export type { Category, Edit, Finding, Fix, Observation, Position, Range, Severity } from "./finding.ts";
export { formatDiscoveryFinding, formatError, formatFinding } from "./format.ts";
export type { DirectoryEntry, FileKind, FileStat, FileSystem, ReadResult } from "./fs/file-system.ts";
export { createMemoryFileSystem, type MemoryFile, type MemoryFiles } from "./fs/memory.ts";
export type { Watcher } from "./fs/watcher.ts";
export type { BoundaryOptions, ModelQuestion } from "./judging/model-question.ts";
export { type ReadComparison, readComparison } from "./judging/read-comparison.ts";
export { type ReadImprovement, readImprovement } from "./judging/read-improvement.ts";
export { type Judgement, type ReadJudgement, readJudgement } from "./judging/read-judgement.ts";
export { type ComparedOutputs, toComparisonRequest } from "./judging/to-comparison-request.ts";
export {
  type DescribedSkill,
  type TriedDescription,
  toImprovementRequest,
} from "./judging/to-improvement-request.ts";
export { type Judged, toJudgeRequest } from "./judging/to-judge-request.ts";
export { type MaterialOptions, toMaterial } from "./judging/to-material.ts";
export { type BadAnswer, toRepairRequest } from "./judging/to-repair-request.ts";
export { toShorterRequest } from "./judging/to-shorter-request.ts";
export { limits } from "./limits.ts";
export { createListing } from "./listing/create-listing.ts";
export { type ListedSkill, toListedSkills } from "./listing/listed-skill.ts";
export type { Listing, ListingTier } from "./listing/listing.ts";
export { listingDelta } from "./listing/listing-delta.ts";
export type { ListingBudget, ListingOptions } from "./listing/listing-options.ts";
export { readProjectInstructions } from "./listing/project-instructions.ts";
export {
  createSystemPrompt,
  type SystemPrompt,
  type SystemPromptOptions,
  type SystemPromptSection,
} from "./listing/system-prompt.ts";
export { type Field, fields } from "./parse/fields.ts";
export { hookEventName, type SkillHookEvent, toHookEvent } from "./parse/hook-events.ts";
export { type ParsedSkill, parseSkill } from "./parse/parse-skill.ts";
export { type ToolPattern, type ToolToken, tokenizeTools } from "./parse/tokenize-tools.ts";
export type { Plain, YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from "./parse/yaml-node.ts";
export { type CombinedPolicy, combinePolicies } from "./policy/combine-policies.ts";
export { decide } from "./policy/decide.ts";
export type { Decision, DecisionReason, RuleRef } from "./policy/decision.ts";
export type { Effect } from "./policy/effect.ts";
export { formatDecision } from "./policy/format-decision.ts";
export { mayChange } from "./policy/may-change.ts";
export { mayRun } from "./policy/may-run.ts";
export { createPathResolver } from "./policy/path-resolver.ts";
export { readPlainPolicy } from "./policy/plain-policy.ts";
export type { Policy } from "./policy/policy-file.ts";
export type { LayerKind, PolicyLayer } from "./policy/policy-layer.ts";
export { skillLayer, type ToolMode } from "./policy/skill-layer.ts";
export { isSkillTool } from "./policy/skill-tools.ts";
export { canonicalTool, knownTools } from "./policy/tool-names.ts";
export type { ToolRequest } from "./policy/tool-request.ts";
export { findProfile } from "./profiles/find-profile.ts";
export type { Profile } from "./profiles/profile.ts";
export { profiles } from "./profiles/profiles.ts";
export { severityIn } from "./profiles/severity-in.ts";
export { readProperties, type SkillProperties } from "./prompt/read-properties.ts";
export { type PromptFormat, type PromptSkill, promptFormats, toPrompt } from "./prompt/to-prompt.ts";
export type { CatalogSkill, DisabledReason, ShadowedSkill, ShadowReason } from "./resolve/catalog-skill.ts";
export { type Explanation, explainSkill } from "./resolve/explain-skill.ts";
export { findSkill } from "./resolve/find-skill.ts";
export { type Precedence, readPrecedence } from "./resolve/precedence.ts";
export { type Resolution, type ResolveContext, resolveSkills } from "./resolve/resolve-skills.ts";
export {
  type ModelTurn,
  type TurnCall,
  type TurnFinish,
  type TurnUsage,
  turnFinishes,
} from "./scenarios/model-turn.ts";
export { readManifestScenarios } from "./scenarios/read-manifest-scenarios.ts";
export { readRecording } from "./scenarios/read-recording.ts";
export { type ReadScenariosOptions, readScenarios } from "./scenarios/read-scenarios.ts";
export type { Exchange, RecordedRequest, Recording } from "./scenarios/recording.ts";
export type { Scenario, ScenarioCase, ScriptedCall, ScriptedTurn, ToolAnswer } from "./scenarios/scenario.ts";
export { toRecordingText } from "./scenarios/to-recording-text.ts";
export {
  type Analyse,
  type AnalysedDocument,
  analyseDocument,
  createAnalyser,
} from "./search/analyse-document.ts";
export { type Mention, parseMention } from "./search/parse-mention.ts";
export { type RankedSkill, type RankOptions, rankSkills, searchDefaults } from "./search/rank-skills.ts";
export type { SearchDocument } from "./search/search-document.ts";
export {
  createSearchIndex,
  type IndexChange,
  type SearchIndex,
  updateSearchIndex,
} from "./search/search-index.ts";
export { toSearchDocument } from "./search/to-search-document.ts";
export type {
  Capability,
  HookCommand,
  HookMatcher,
  SecurityManifest,
  SkillComposition,
  SkillExecution,
  SkillHooks,
  SkillManifest,
  SkillRequirements,
  SkillScope,
  ToolDependency,
} from "./skill.ts";
export { toPythonJson } from "./skills-ref/python-json.ts";
export { readLikeReference } from "./skills-ref/read-reference-properties.ts";
export { toReferencePrompt } from "./skills-ref/to-reference-prompt.ts";
export {
  type CompleteSkill,
  type FrontmatterFields,
  isValidCompleteSkill,
  isValidDescription,
  isValidFrontmatter,
  isValidLevel1,
  isValidLevel2,
  isValidLevel3,
  isValidSkillDirectory,
  isValidSkillName,
} from "./spec/predicates.ts";
export { suggestSkillName } from "./spec/suggest-skill-name.ts";
export { readSealed, writeSealed } from "./state/sealed-file.ts";
export { createCompositeStore, type NamedStore } from "./store/composite-store.ts";
export { createDirectoryStore, type DirectoryStoreOptions } from "./store/directory-store.ts";
export { isFilePath } from "./store/file-path.ts";
export { isScript } from "./store/is-script.ts";
export { createMemoryStore, type MemorySkills } from "./store/memory-store.ts";
export type { ReadOptions } from "./store/read-skill-file.ts";
export type {
  SkillMetadata,
  SkillStore,
  StoredFile,
  StoredSkill,
  StoreListing,
} from "./store/skill-store.ts";
export { excerpt } from "./testing/excerpt.ts";
export { findUntouched, type Untouched } from "./testing/find-untouched.ts";
export { formatTestFailure } from "./testing/format-test-failure.ts";
export { judgeRun, type TryExpression } from "./testing/judge-run.ts";
export { judgeSnapshot } from "./testing/judge-snapshot.ts";
export type { Observed } from "./testing/observed.ts";
export { type ReadCaseOptions, readTestCase } from "./testing/read-test-case.ts";
export { readTestConfig, usualTestConfig } from "./testing/read-test-config.ts";
export { readShard, type Shard, selectShard } from "./testing/select-shard.ts";
export type {
  Expected,
  ReadTestFile,
  TestCase,
  TestConfig,
  TestFileProblem,
  TestInput,
} from "./testing/test-case.ts";
export type { ScenarioFailure, TestFailure } from "./testing/test-failure.ts";
export type { HookDecision, TestHook } from "./testing/test-hook.ts";
export { type SnapshotOptions, toSnapshot } from "./testing/to-snapshot.ts";
export { decodeUtf8 } from "./text/decode-utf8.ts";
export { expandBraces } from "./text/expand-braces.ts";
export { formatNumber } from "./text/format-number.ts";
export { compileGlob } from "./text/glob.ts";
export { createLineIndex, type LineIndex } from "./text/line-index.ts";
export { isJsonObject, type JsonObject, parseJson } from "./text/parse-json.ts";
export { printable } from "./text/printable.ts";
export type { Span } from "./text/span.ts";
export { suggest } from "./text/suggest.ts";
export {
  type Assertion,
  type AssertionType,
  type AssertionVerdict,
  assertionTypes,
} from "./trials/assertion.ts";
export { formatTranscript } from "./trials/format-transcript.ts";
export { judgeAssertion } from "./trials/judge-assertion.ts";
export { readStatement } from "./trials/read-statement.ts";
export { skillsFolderPrefix } from "./trials/skills-folder.ts";
export type {
  Trial,
  TrialEvent,
  TrialFaultKind,
  TrialFiles,
  TrialText,
  TrialUsage,
} from "./trials/trial.ts";
export { type Balance, balanceOf, balanceOfElements } from "./trit/balance.ts";
export { type StatedTrit, statedTrit } from "./trit/stated-trit.ts";
export { type Element, type Trit, tritOf, tritOfElement } from "./trit/trit.ts";
export { type ProjectSkill, type TrustState, trustState } from "./trust/trust-state.ts";
export {
  readTrust,
  type Trust,
  type TrustRecord,
  type TrustRecords,
  writeTrust,
} from "./trust/trust-store.ts";
export { type Vouching, vouchFor } from "./trust/vouch-for.ts";
