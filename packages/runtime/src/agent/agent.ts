export type { AgentModel, AgentOptions } from "./agent-options.ts";
export type { AgentEvent, AgentResult, ModelUsage, TokenUsage } from "./agent-result.ts";
export { createSubagentRunner, type SubagentOptions } from "./create-subagent-runner.ts";
export { agentLimits } from "./limits.ts";
export { describeFault, ModelFailure, type ModelFault, type ModelFaultKind } from "./model-fault.ts";
export { readFault } from "./read-fault.ts";
export { waitForRetry, withRetries } from "./retry.ts";
export { runAgent, sumUsage } from "./run-agent.ts";
export { isNestedDeeper, watchModel } from "./watch-model.ts";
