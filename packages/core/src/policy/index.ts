/** Whether a tool call is allowed, and by which rule. */
export { type CombinedPolicy, combinePolicies } from "./combine-policies.ts";
export { decide, decideAlias } from "./decide.ts";
export { type Decision, type DecisionReason, type RuleRef, strictest } from "./decision.ts";
export { formatDecision } from "./format-decision.ts";
export { policyLimits } from "./limits.ts";
export { mayChange } from "./may-change.ts";
export { mayRun } from "./may-run.ts";
export { allowsImplied, excludesPrograms, mayWriteBelow, withoutSkills } from "./may-write-below.ts";
export { ownFilePatterns } from "./own-files.ts";
export { createPathResolver } from "./path-resolver.ts";
export { readPlainPolicy } from "./plain-policy.ts";
export type { Policy } from "./policy-file.ts";
export type { LayerKind, PolicyLayer } from "./policy-layer.ts";
export { skillLayer, type ToolMode } from "./skill-layer.ts";
export { isScriptTool, isSkillTool } from "./skill-tools.ts";
export { canonicalTool, knownTools } from "./tool-names.ts";
export type { ToolRequest } from "./tool-request.ts";
