import { limits } from "../limits.ts";
import type { Decision, Effect } from "./decision.ts";

import { findCoverage, findTouch } from "./match-rules.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";
import { compileRules } from "./rule.ts";
import { isExemptFromAllowlist, isScriptTool, isSkillTool } from "./skill-tools.ts";
import type { RequestPart, ToolRequest } from "./tool-request.ts";

type Layers = readonly PolicyLayer[];

/**
 * What may happen to a tool call, and which rule decides. Considers every layer in five steps; the first match wins: a
 * rule denies, an allowlist omits, a rule asks, a rule allows, or the strictest default applies.
 */
export function decide(request: ToolRequest, layers: Layers): Decision {
  const call = readRequest(request);
  return (
    denyByRule(call, layers) ??
    denyUnlisted(call, layers) ??
    askByRule(call, layers) ??
    allowByRule(call, layers) ??
    decideByDefault(call, layers)
  );
}

/** Applies only deny and ask rules, for another name that a tool has or might have; undefined if none of them matches. */
export function decideAlias(request: ToolRequest, layers: Layers): Decision | undefined {
  const call = readRequest(request);
  return denyByRule(call, layers) ?? askByRule(call, layers);
}

function denyByRule(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const { name: layer, deny } of layers) {
    const touch = findTouch(compileRules(deny), call);
    if (!touch) continue;
    const reason = touch.match === "yes" ? "denied-by-rule" : "cannot-be-read";
    return { effect: "deny", layer, rule: touch.rule, reason, ...detailOf(touch.part) };
  }
  return undefined;
}

function denyUnlisted(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const { name: layer, kind, only } of layers) {
    if (isExemptFromAllowlist(call.tool.asked, kind)) continue;
    const coverage = only && findCoverage(compileRules(only), call);
    if (!coverage || coverage.covered) continue;
    return { effect: "deny", layer, rule: "only", reason: "not-on-the-list", ...detailOf(coverage.part) };
  }
  return undefined;
}

function askByRule(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const { name: layer, ask } of layers) {
    const touch = findTouch(compileRules(ask), call);
    const reason = touch?.match === "yes" ? "asked-by-rule" : "cannot-be-read";
    if (touch) return { effect: "ask", layer, rule: touch.rule, reason };
  }
  return undefined;
}

function allowByRule(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const { name: layer, allow } of layers) {
    const coverage = findCoverage(compileRules(allow), call);
    if (coverage.covered) return { effect: "allow", layer, rule: coverage.rule, reason: "allowed-by-rule" };
  }
  return undefined;
}

function decideByDefault(call: ReadRequest, layers: Layers): Decision {
  if (isSkillTool(call.tool.asked) && !isScriptTool(call.tool.asked))
    return { effect: "allow", layer: "default", rule: "skill-tools", reason: "skill-tool" };
  const strictest = findStrictest(layers);
  if (!strictest) return { effect: "deny", layer: "default", rule: "none", reason: "no-rule" };
  const { otherwise: effect, name: layer } = strictest;
  const listed = effect === "allow" ? findListed(call, layers) : undefined;
  return listed ?? { effect, layer, rule: "otherwise", reason: "by-default" };
}

function findStrictest(layers: Layers): (PolicyLayer & { readonly otherwise: Effect }) | undefined {
  for (const effect of ["deny", "ask", "allow"] as const) {
    const layer = layers.find(({ otherwise }) => otherwise === effect);
    if (layer) return { ...layer, otherwise: effect };
  }
  return undefined;
}

/** The innermost allowlist that covers a call, and by which rule, as the explanation to show. */
function findListed(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const { name: layer, only } of layers.toReversed()) {
    const coverage = only && findCoverage(compileRules(only), call);
    if (coverage?.covered) return { effect: "allow", layer, rule: coverage.rule, reason: "on-the-list" };
  }
  return undefined;
}

function detailOf(part: RequestPart | undefined): { readonly detail?: string } {
  if (part?.text === undefined || part.text === "") return {};
  const isLong = part.text.length > limits.detailCharacters;
  return { detail: isLong ? `${part.text.slice(0, limits.detailCharacters)}…` : part.text };
}
