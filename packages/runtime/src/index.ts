export { combineSinks } from "./audit/combine-sinks.ts";
export { createJsonlSink, type JsonlSinkOptions } from "./audit/jsonl-sink.ts";
export type { Clock } from "./clock.ts";
export type { RunRequest, RunResult, Sandbox } from "./sandbox/sandbox.ts";
export { createUnconfinedSandbox } from "./sandbox/unconfined.ts";
export { createSession } from "./session/create-session.ts";
export { describeEvent } from "./session/describe-event.ts";
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
  Session,
  SessionEvents,
} from "./session/session.ts";
export type { SessionOptions } from "./session/session-options.ts";
export type { AgentToolConfig, SkillToolConfig } from "./tools/create-tools.ts";
export type { Envelope } from "./tools/envelope.ts";
export { defineFunction, type FunctionParameter, type HostFunction } from "./tools/function-tool.ts";
export type { GuardedTool, Tool, ToolDefinition, ToolResult } from "./tools/tool.ts";
