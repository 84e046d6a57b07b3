import { createMemoryFileSystem } from "@skillwright/core/discover";
import { tokenizeTools } from "@skillwright/core/parse";
import {
  type CombinedPolicy,
  canonicalTool,
  combinePolicies,
  createPathResolver,
  type Decision,
  decide,
  type Policy,
  type PolicyLayer,
  skillLayer,
} from "@skillwright/core/policy";
import { type ActivePolicies, type HubPolicy, readToolCalls } from "@skillwright/core/registry";
import type { TypedCall } from "./read-call.ts";

/** A policy that applies, and whose it is. */
export type NamedPolicy = { readonly name: string; readonly policy: HubPolicy };

/** The lists of a skill, as its author wrote them. */
export type SkillTools = {
  readonly name: string;
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
};

export type CallDecision = {
  readonly decision: Decision;
  /** The tool as policies know it, if the agent calls it something else. */
  readonly canonical?: string;
  /** What each party says by itself; absent if it says nothing about this call. */
  readonly layers: readonly { readonly name: string; readonly decision?: Decision }[];
};

/** What would happen to a call under policies and an active skill, by the same code that agents ask. */
export function decideCall(
  call: TypedCall,
  policies: readonly NamedPolicy[],
  skill?: SkillTools,
): CallDecision {
  const combined = combinePolicies(policies.flatMap(toPolicies));
  const layers = [...combined.layers, ...(skill === undefined ? [] : [toSkillLayer(skill, combined)])];
  const request = {
    ...{ tool: call.tool, input: call.input, workspace },
    resolvePath: createPathResolver(createMemoryFileSystem(), workspace),
  };
  const canonical = canonicalTool(call.tool);
  return {
    decision: decide(request, layers),
    ...(canonical !== undefined && canonical.toLowerCase() !== call.tool.toLowerCase() && { canonical }),
    layers: layers
      .filter(({ kind }) => kind !== "default")
      .map((layer) => {
        const decision = decide(request, [layer, open]);
        return { name: layer.name, ...(decision.layer === layer.name && { decision }) };
      }),
  };
}

/** Where the agent works; rules of organizations do not depend on it. */
const workspace = "/workspace";
const open: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };

/** Reports say whose rule it is, so the enterprise's and the tenant's have different names. */
function toPolicies({ name, policy }: NamedPolicy): readonly Policy[] {
  if (policy.toolCalls === undefined) return [];
  const read = readToolCalls(policy.toolCalls);
  return [{ ...read, layer: { ...read.layer, name } }];
}

function toSkillLayer(
  { name, allowedTools, disallowedTools }: SkillTools,
  { mode, emptyList }: CombinedPolicy,
): PolicyLayer {
  const read = (texts: readonly string[] | undefined) => texts?.flatMap((text) => tokenizeTools(text));
  return skillLayer({
    ...{ name, mode, emptyList },
    ...{ requestedTools: read(allowedTools), disallowedTools: read(disallowedTools) },
    variables: { SKILL_DIR: folder, CLAUDE_SKILL_DIR: folder, baseDir: folder },
  });
}

const folder = "/skill";

/** The policies in force, the enterprise's first; with another one in the place of the tenant's own. */
export function policiesInForce(
  { enterprise, tenant }: ActivePolicies,
  instead?: { readonly policy: HubPolicy; readonly tenant: string },
): readonly NamedPolicy[] {
  const isEnterprise = instead?.tenant === "enterprise";
  const above = isEnterprise ? instead.policy : enterprise?.policy;
  const own = instead !== undefined && !isEnterprise ? instead.policy : tenant?.policy;
  return [
    ...(above === undefined ? [] : [{ name: "enterprise's policy", policy: above }]),
    ...(own === undefined ? [] : [{ name: "tenant's policy", policy: own }]),
  ];
}
