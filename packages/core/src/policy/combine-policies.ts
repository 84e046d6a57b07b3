import type { Policy } from "./policy-file.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import type { ToolMode } from "./skill-layer.ts";

/** What several parties say together, with everything decided that they left open. */
export type CombinedPolicy = {
  readonly layers: readonly PolicyLayer[];
  readonly mode: ToolMode;
  readonly emptyList: "restrict" | "ignore";
  readonly audit: "required" | "best-effort";
  readonly dynamicContext: boolean;
  readonly sandbox: "required" | "optional";
};

/**
 * Puts policies together, the strongest party's first. Rules of all are heard; how a skill's list is read is the strongest's
 * to say; an audit log and a sandbox are required when anyone requires them, and commands in instructions run only when
 * someone says so and nobody says no.
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

/** A host that hands tools to an agent means them to be used, where no policy says otherwise. */
const openLayer: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };
