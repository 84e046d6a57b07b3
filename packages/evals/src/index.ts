export { aggregate, toReportBenchmark, toRunResult } from "./formats/aggregate.ts";
export {
  type Benchmark,
  type Metric,
  type RunResult,
  readBenchmark,
  toBenchmarkText,
} from "./formats/benchmark.ts";
export { type BenchmarkComparison, type Change, compareBenchmarks } from "./formats/compare-benchmarks.ts";
export type { EvalDialect, EvalId } from "./formats/evals-json.ts";
export { gradingOf, readGrading } from "./formats/grading.ts";
export type { ExitReason, OptimizationIteration } from "./formats/optimization-result.ts";
export { replaceDescription } from "./formats/replace-description.ts";
export { readTiming } from "./formats/run-measurements.ts";
export { formatSignificance } from "./formats/significance.ts";
export type { Spread } from "./formats/statistics.ts";
export { judgeTrigger, measureTriggers, type TriggerResult } from "./formats/trigger-results.ts";
export { readEvalReport } from "./formats/uaaps-report.ts";
export { findRuns, workspaceOf } from "./formats/workspace.ts";
export { judgingLimits } from "./judging/limits.ts";
export { readJudgment } from "./judging/read-judgment.ts";
export { type Concern, reviewSafety } from "./judging/review-safety.ts";
export { toMaterial } from "./judging/to-material.ts";
export { evalsLimits } from "./limits.ts";
export { costOf, formatCost, type Price } from "./models/cost.ts";
export { type KnownModel, knownModels, type Maker, type ModelSize, priceOf } from "./models/known-models.ts";
export { readWorkspace } from "./report/read-workspace.ts";
export type { EvalReportData } from "./report/report-data.ts";
export { serveReport } from "./report/serve-report.ts";
export { toReportPage } from "./report/to-report-page.ts";
export type { ComparisonOutcome, EvalOutcome, EvalProgress, RunOutcome } from "./runs/eval-outcome.ts";
export type {
  EvalBaseline,
  EvalEstimate,
  EvalPlan,
  EvalRequest,
  EvalRun,
  EvalTask,
} from "./runs/eval-plan.ts";
export { runsLimits } from "./runs/limits.ts";
export { planEvals } from "./runs/plan-evals.ts";
export { runEvals } from "./runs/run-evals.ts";
export { scenariosLimits } from "./scenarios/limits.ts";
export { answerSourceOf, type PlannedScenario, planScenarios } from "./scenarios/plan-scenarios.ts";
export { runScenario, toScenarioStep } from "./scenarios/run-scenario.ts";
export type { ScenarioCase } from "./scenarios/scenario.ts";
export type { CaseResult, PlannedCase, TestFileProblem, TestPlan } from "./testing/case.ts";
export type { LiveModel } from "./testing/case-host.ts";
export { formatTestFailure, type TestFailure } from "./testing/failure.ts";
export { findUncovered, type Uncovered } from "./testing/find-uncovered.ts";
export { planTests } from "./testing/plan-tests.ts";
export {
  type CaseName,
  type CaseStep,
  readShard,
  runSteps,
  type Shard,
  selectShard,
} from "./testing/run-steps.ts";
export { toTestStep } from "./testing/run-test-case.ts";
export { prepareSkills } from "./trials/prepare-skills.ts";
export { runTrial, type TrialHost } from "./trials/run-trial.ts";
export { findPreviousVersion } from "./trials/skill-snapshots.ts";
export type { TrialUsage } from "./trials/trial.ts";
export { estimateOptimization } from "./triggers/estimate-triggers.ts";
export { findNeighbors } from "./triggers/listed-skills.ts";
export { optimizeDescription } from "./triggers/optimize-description.ts";
export type { ReadyTriggers, TriggerPlan } from "./triggers/plan-triggers.ts";
export { planTriggers } from "./triggers/plan-triggers.ts";
export type { OptimizationOutcome, TriggerOutcome, TriggerProgress } from "./triggers/run-triggers.ts";
export { runTriggers } from "./triggers/run-triggers.ts";
