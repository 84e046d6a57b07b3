export type { AgentEvent } from "./agent-event.ts";
export type { AgentModel, AgentOptions } from "./agent-options.ts";
export type { AgentResult, ModelUsage, TokenUsage } from "./agent-result.ts";
export { createSubagentRunner, type SubagentOptions } from "./create-subagent-runner.ts";
export type { ModelFault, ModelFaultKind } from "./model-fault.ts";
export { runAgent } from "./run-agent.ts";
