export type { Leaver, Lifetime } from "./activations.ts";
export { canUseTool, hooks, serverName, skillTools } from "./adapters/claude-agent.ts";
export {
  expectApproval,
  type PendingApproval,
  prepareStep,
  requireToolApproval,
  wrapTools,
} from "./adapters/mastra.ts";
export type { ApprovalAnswer, ApprovalQuestion, Approver, ExpectedApproval } from "./admission/approvals.ts";
export type {
  AgentDialect,
  AgentName,
  HookAnswer,
  HookEvent,
  HookOutput,
  HookProblem,
} from "./agent-hooks/agent-dialect.ts";
export { chooseDialect, dialects, findDialect } from "./agent-hooks/dialects/dialects.ts";
export { awaitEarlierHooks } from "./agent-hooks/hook-order.ts";
export { type HookHost, judgeHook } from "./agent-hooks/judge-hook.ts";
export type { FoundSkill, GuardLifetime, SkillQuery } from "./agent-hooks/judge-parts.ts";
export { readEnd } from "./agent-hooks/read-end.ts";
export { combineSinks } from "./audit/combine-sinks.ts";
export { createJsonlSink, type JsonlSinkOptions } from "./audit/jsonl-sink.ts";
export { createLockFile } from "./audit/lock-file.ts";
export { type Clock, systemClock } from "./clock.ts";
export { formatHookProblem, type Hook, readHooks } from "./hooks/read-hooks.ts";
export { type HookPayload, type HookVerdict, runHooks } from "./hooks/run-hooks.ts";
export { followLease } from "./lease/follow-lease.ts";
export {
  leasePaths,
  readLeaseFile,
  readPinFile,
  readSeenTime,
  rememberTime,
  toStanding,
  writeLeaseFile,
  writePinFile,
} from "./lease/lease-folder.ts";
export { offerPermitted } from "./lease/offer-permitted.ts";
export {
  type LeaseDenial,
  type LeaseGuard,
  type LeaseOptions,
  openLease,
  type StoredLease,
  type UsedSkill,
} from "./lease/open-lease.ts";
export { usedListed } from "./lease/used-skill.ts";
export { runtimeLimits } from "./limits.ts";
export { readHostRules } from "./sandbox/network/host-rules.ts";
export { type OpenSandboxOptions, openSandbox, type SandboxBackend } from "./sandbox/open-sandbox.ts";
export { createUnconfinedSandbox } from "./sandbox/run-process.ts";
export type { NetworkAccess, RunRequest, RunResult, Sandbox } from "./sandbox/sandbox.ts";
export { findUnmet, type UnmetRequirement } from "./scripts/find-unmet.ts";
export { findScript } from "./scripts/locate-script.ts";
export type { ScriptGrants, ScriptPlan, ScriptTask } from "./scripts/plan-script.ts";
export type { ScriptRun } from "./scripts/run-script.ts";
export { listOutput } from "./scripts/script-output.ts";
export { formatScriptWarning, formatStop, type ScriptWarning } from "./scripts/script-warning.ts";
export type { AgentKind } from "./session/agent-kinds.ts";
export { createQueue, type Queue } from "./session/create-queue.ts";
export { createSession } from "./session/create-session.ts";
export { sessionLimits } from "./session/limits.ts";
export type {
  ActivateRequest,
  ActivationResult,
  ActiveSkill,
  Deactivation,
  Denial,
  Guarded,
  RefusalCode,
  RunSubagent,
  Session,
  SessionEvents,
  SubagentAnswer,
  SubagentTask,
} from "./session/session.ts";
export { describeEvent } from "./session/session-events.ts";
export type { SessionOptions, StandIns } from "./session/session-options.ts";
export type { AuthoringConfig } from "./tools/authoring/authoring-tools.ts";
export type { AgentToolConfig, SkillToolConfig } from "./tools/create-tools.ts";
export { type Envelope, toEnvelope } from "./tools/envelope.ts";
export { defineFunction, type FunctionParameter, type HostFunction } from "./tools/function-tool.ts";
export { toolsLimits } from "./tools/limits.ts";
export { skillToolDefinitions } from "./tools/skills/definitions.ts";
export {
  type ExecHost,
  type ExecRequest,
  execScript,
  type ReviewPlace,
  reviewScript,
  type ScriptReview,
} from "./tools/skills/exec-script.ts";
export type { GuardedTool, GuardOptions, Tool, ToolDefinition, ToolResult } from "./tools/tool.ts";
export { failed, succeeded } from "./tools/tool-result.ts";
export { createSequenceFilter, type SequenceFilter } from "./tools/untrusted-output.ts";
