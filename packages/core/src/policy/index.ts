/** Whether a tool call is allowed, and by which rule. */

export { decide, decideAdvised, decideAlias } from "./decide.ts";
export { type Decision, type DecisionReason, formatDecision, type RuleRef, strictest } from "./decision.ts";
export { type Confinement, type DeclaredLimits, narrow, readDeclaredLimits } from "./declared-limits.ts";
export { type HookMatches, readHookMatcher } from "./hook-matcher.ts";
export {
  checksAtActivation,
  type InstallRules,
  isWorse,
  maxVerdictOf,
  verdictOrder,
  verifiedAtActivation,
} from "./install-rules.ts";
export { policyLimits } from "./limits.ts";
export { listedPrograms } from "./listed-programs.ts";
export {
  allowsImplied,
  excludesPrograms,
  mayRun,
  mayUseSkill,
  mayWriteBelow,
  withoutSkills,
} from "./permissions.ts";
export { readPlainPolicy } from "./plain-policy.ts";
export type { Policy } from "./policy-file.ts";
export { type CombinedPolicy, combinePolicies, toolsOfGroup } from "./policy-file.ts";
export type { LayerKind, PolicyLayer } from "./policy-layer.ts";
export { ownFilePatterns, skillLayer, type ToolMode } from "./policy-layer.ts";
export { findProtected } from "./protected-places.ts";
export { createPathResolver } from "./request-path.ts";
export { isScriptTool, isSkillTool } from "./skill-tools.ts";
export { canonicalTool, knownTools } from "./tool-names.ts";
export type { ToolRequest } from "./tool-request.ts";
