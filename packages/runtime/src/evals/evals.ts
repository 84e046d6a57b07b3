export { runScenario } from "../scenarios/run-scenario.ts";
export type { LiveModel, RunHost, ScenarioHost } from "../scenarios/scenario-host.ts";
export { toScenarioStep } from "../scenarios/to-scenario-step.ts";
export { prepareSkills, type SkillSet, type SkillSource } from "../trials/prepare-skills.ts";
export { runTrial } from "../trials/run-trial.ts";
export { findPrevious } from "../trials/skill-snapshots.ts";
export type { TrialHost } from "../trials/trial-host.ts";
export type { GivenFile, TrialTask } from "../trials/trial-task.ts";
export { estimateOptimisation } from "../triggers/estimate-triggers.ts";
export { findNeighbours } from "../triggers/find-neighbours.ts";
export { optimiseDescription } from "../triggers/optimise-description.ts";
export { planTriggers } from "../triggers/plan-triggers.ts";
export { runTriggers } from "../triggers/run-triggers.ts";
export { triggerFiles } from "../triggers/trigger-files.ts";
export type {
  OptimisationHost,
  OptimisationProgress,
  TriggerHost,
  TriggerProgress,
} from "../triggers/trigger-host.ts";
export type {
  MeasuredTrigger,
  OptimisationOutcome,
  TriggerFault,
  TriggerOutcome,
} from "../triggers/trigger-outcome.ts";
export type {
  FaultyTriggers,
  NoTriggers,
  PlannedRun,
  ReadyTriggers,
  TriggerEstimate,
  TriggerPlan,
} from "../triggers/trigger-plan.ts";
export type { MeasuredSkill, OptimisationRequest, TriggerRequest } from "../triggers/trigger-request.ts";
export type {
  Claimed,
  ComparisonOutcome,
  EvalHost,
  EvalJudge,
  EvalOutcome,
  EvalProgress,
  RunOutcome,
} from "./eval-outcome.ts";
export type {
  EvalConfiguration,
  EvalEstimate,
  EvalFile,
  EvalPlan,
  EvalRun,
  EvalStatement,
  EvalTask,
  StatementCheck,
} from "./eval-plan.ts";
export type { EvalBaseline, EvalRequest } from "./eval-request.ts";
export { planEvals } from "./plan-evals.ts";
export { runEvals } from "./run-evals.ts";
