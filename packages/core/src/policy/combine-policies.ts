import type { Policy } from "./policy-file.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import type { ToolMode } from "./skill-layer.ts";

/** Several policies combined, with all defaults filled in. */
export type CombinedPolicy = {
  readonly layers: readonly PolicyLayer[];
  readonly mode: ToolMode;
  readonly emptyList: "restrict" | "ignore";
  readonly audit: "required" | "best-effort";
  readonly dynamicContext: boolean;
  readonly sandbox: "required" | "optional";
};

/**
 * Combines policies, the strongest first. All rules apply. The strongest policy that sets `mode` or `emptyList` wins.
 * An audit log or a sandbox is required if any policy requires it. Commands in instructions run only if a policy allows
 * them and none forbids them.
 */
export function combinePolicies(policies: readonly Policy[]): CombinedPolicy {
  const audits = policies.flatMap(({ audit }) => audit ?? []);
  const commands = policies.flatMap(({ dynamicContext }) => dynamicContext ?? []);
  return {
    layers: [...policies.flatMap(({ layer }) => layer ?? []), openLayer],
    mode: policies.find(({ mode }) => mode !== undefined)?.mode ?? "restrict",
    emptyList: policies.find(({ emptyList }) => emptyList !== undefined)?.emptyList ?? "restrict",
    audit: audits.length > 0 && !audits.includes("required") ? "best-effort" : "required",
    dynamicContext: commands.length > 0 && !commands.includes(false),
    sandbox: policies.some(({ sandbox }) => sandbox === "required") ? "required" : "optional",
  };
}

/** A host that gives tools to an agent means them to be used, unless a policy says otherwise. */
const openLayer: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };
