export type {
  AgentDialect,
  AgentName,
  HookAnswer,
  HookEvent,
  HookOutput,
  HookProblem,
} from "./agent-hooks/agent-dialect.ts";
export { chooseDialect, dialects, findDialect } from "./agent-hooks/dialects/dialects.ts";
export { type HookHost, judgeHook } from "./agent-hooks/judge-hook.ts";
export type { FoundSkill, GuardLifetime, SkillQuery } from "./agent-hooks/judge-parts.ts";
export { combineSinks } from "./audit/combine-sinks.ts";
export { createJsonlSink, type JsonlSinkOptions } from "./audit/jsonl-sink.ts";
export { type Clock, systemClock } from "./clock.ts";
export { readHooks } from "./hooks/read-hooks.ts";
export { readHostRules } from "./sandbox/network/host-rules.ts";
export { type OpenSandboxOptions, openSandbox, type SandboxBackend } from "./sandbox/open-sandbox.ts";
export type { NetworkAccess, RunRequest, RunResult, Sandbox } from "./sandbox/sandbox.ts";
export { createUnconfinedSandbox } from "./sandbox/unconfined.ts";
export { planScenarios } from "./scenarios/plan-scenarios.ts";
export {
  type PlannedScenario,
  type ReadyScenario,
  type ScenarioPlan,
  sourceOf,
} from "./scenarios/planned-scenario.ts";
export { type ExecHost, type ExecRequest, execScript } from "./scripts/exec-script.ts";
export { findScript } from "./scripts/find-script.ts";
export { formatStop } from "./scripts/format-stop.ts";
export type { ScriptPlan, ScriptTask } from "./scripts/plan-script.ts";
export { type ReviewPlace, reviewScript, type ScriptReview } from "./scripts/review-script.ts";
export type { ScriptRun } from "./scripts/run-script.ts";
export type { ScriptGrants } from "./scripts/script-grants.ts";
export { formatScriptWarning, type ScriptWarning } from "./scripts/script-warning.ts";
export type { AgentKind } from "./session/agent-kinds.ts";
export { createSession } from "./session/create-session.ts";
export { describeEvent } from "./session/describe-event.ts";
export { createQueue, type Queue } from "./session/queue.ts";
export type {
  ActivateRequest,
  ActivationResult,
  ActiveSkill,
  ApprovalAnswer,
  ApprovalQuestion,
  Approver,
  Deactivation,
  Denial,
  ExpectedApproval,
  Guarded,
  GuardOptions,
  Lifetime,
  RefusalCode,
  RunSubagent,
  Session,
  SessionEvents,
  SubagentAnswer,
  SubagentTask,
} from "./session/session.ts";
export type { SessionOptions } from "./session/session-options.ts";
export type { TestHost } from "./testing/case-host.ts";
export type { CaseResult, TestSummary } from "./testing/case-result.ts";
export type { CaseName, CaseStep } from "./testing/case-step.ts";
export { planTests, type SkillToPlan } from "./testing/plan-tests.ts";
export type { FaultyCase, PlannedCase, ReadyCase, TestedSkill, TestPlan } from "./testing/planned-case.ts";
export { type RunStepsOptions, runSteps } from "./testing/run-steps.ts";
export { runTestCase } from "./testing/run-test-case.ts";
export { type RunTestsOptions, runTests, type TestStepOptions, toTestStep } from "./testing/run-tests.ts";
export type { AuthoringConfig } from "./tools/authoring/create-authoring-tools.ts";
export type { AgentToolConfig, SkillToolConfig } from "./tools/create-tools.ts";
export type { Envelope } from "./tools/envelope.ts";
export { defineFunction, type FunctionParameter, type HostFunction } from "./tools/function-tool.ts";
export { createSequenceFilter, type SequenceFilter } from "./tools/sequence-filter.ts";
export { skillToolDefinitions } from "./tools/skills/skill-tool-definitions.ts";
export type { GuardedTool, Tool, ToolDefinition, ToolResult } from "./tools/tool.ts";
