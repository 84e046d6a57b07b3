import { limits } from "../limits.ts";
import type { Decision, Effect, RuleRef } from "./decision.ts";
import { findOutside } from "./find-outside.ts";
import { type Coverage, findCoverage, findSkillCoverage, findTouch } from "./match-rules.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";
import { compileRules } from "./rule.ts";
import { isExemptFromAllowlist, isScriptTool, isSkillTool } from "./skill-tools.ts";
import type { RequestPart, ToolRequest } from "./tool-request.ts";

type Layers = readonly PolicyLayer[];

/**
 * What may happen to a tool call, and which rule decides. Considers every layer in six steps; the first match wins: a
 * rule denies, a file is outside of what a skill declares, an allowlist omits, a rule asks, a rule allows, or the strictest
 * default applies.
 */
export function decide(request: ToolRequest, layers: Layers): Decision {
  const call = readRequest(request);
  return (
    denyByRule(call, layers) ??
    denyOutside(call, layers) ??
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

/** The refusal that lists without effect would have led to; undefined if there is none. */
export function decideAdvised(request: ToolRequest, layers: Layers): Denial | undefined {
  const advising = layers.flatMap(({ advised, ...layer }) =>
    advised === undefined ? [] : [{ ...layer, only: advised }],
  );
  return denyUnlisted(readRequest(request), advising);
}

type Denial = Extract<Decision, { effect: "deny" }>;

function denyByRule(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const layer of layers) {
    const touch = findTouch(compileRules(layer.deny), call);
    if (!touch) continue;
    const reason = touch.match === "yes" ? "denied-by-rule" : "cannot-be-read";
    return { effect: "deny", ...refer(layer, touch.rule), reason, ...detailOf(touch.part) };
  }
  return undefined;
}

/** A skill that declares where its files are gets no others: file tools and redirections of commands stay there. */
function denyOutside(call: ReadRequest, layers: Layers): Denial | undefined {
  for (const layer of layers) {
    if (layer.confined === undefined || layer.confined.files === "system") continue;
    const part = findOutside(call, layer.confined);
    if (part === undefined) continue;
    const rule = `security: files of the ${layer.confined.files}`;
    return { effect: "deny", ...refer(layer, rule), reason: "denied-by-rule", ...detailOf(part) };
  }
  return undefined;
}

function denyUnlisted(call: ReadRequest, layers: Layers): Denial | undefined {
  for (const layer of layers) {
    const coverage = findListing(call, layer);
    if (!coverage || coverage.covered) continue;
    const detail = detailOf(coverage.part);
    return { effect: "deny", ...refer(layer, "only"), reason: "not-on-the-list", ...detail };
  }
  return undefined;
}

/**
 * Whether a layer's allowlist covers a call; undefined if it has none, or none that applies. The skill tools are exempt from
 * allowlists, except that a policy which lists skills, `Skill(deploy-*)`, allows only those.
 */
function findListing(call: ReadRequest, { kind, only }: PolicyLayer): Coverage | undefined {
  if (only === undefined) return undefined;
  const rules = compileRules(only);
  if (!isExemptFromAllowlist(call.tool.asked, kind)) return findCoverage(rules, call);
  return kind === "skill" ? undefined : findSkillCoverage(rules, call);
}

function askByRule(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const layer of layers) {
    const touch = findTouch(compileRules(layer.ask), call);
    const reason = touch?.match === "yes" ? "asked-by-rule" : "cannot-be-read";
    if (touch) return { effect: "ask", ...refer(layer, touch.rule), reason };
  }
  return undefined;
}

function allowByRule(call: ReadRequest, layers: Layers): Decision | undefined {
  for (const layer of layers) {
    const coverage = findCoverage(compileRules(layer.allow), call);
    if (coverage.covered)
      return { effect: "allow", ...refer(layer, coverage.rule), reason: "allowed-by-rule" };
  }
  return undefined;
}

function decideByDefault(call: ReadRequest, layers: Layers): Decision {
  if (isSkillTool(call.tool.asked) && !isScriptTool(call.tool.asked))
    return { effect: "allow", layer: "default", rule: "skill-tools", reason: "skill-tool" };
  const strictest = findStrictest(layers);
  if (!strictest) return { effect: "deny", layer: "default", rule: "none", reason: "no-rule" };
  const { otherwise: effect } = strictest;
  const listed = effect === "allow" ? findListed(call, layers) : undefined;
  return listed ?? { effect, ...refer(strictest, "otherwise"), reason: "by-default" };
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
  for (const layer of layers.toReversed()) {
    const coverage = layer.only && findCoverage(compileRules(layer.only), call);
    if (coverage?.covered) return { effect: "allow", ...refer(layer, coverage.rule), reason: "on-the-list" };
  }
  return undefined;
}

/** Names a rule, and the file it is from if there is one. */
function refer({ name: layer, file }: PolicyLayer, rule: string): RuleRef {
  return file === undefined ? { layer, rule } : { layer, rule, file };
}

function detailOf(part: RequestPart | undefined): { readonly detail?: string } {
  if (part?.text === undefined || part.text === "") return {};
  const isLong = part.text.length > limits.detailCharacters;
  return { detail: isLong ? `${part.text.slice(0, limits.detailCharacters)}…` : part.text };
}
