import { type HubPolicy, type HubRules, readToolCalls, type SkillSelector } from "@skillwright/core/registry";
import { formatCount } from "../ui/format.ts";
import { callFields, ruleFields, selectorFields, traitWords } from "./policy-fields.ts";

/** One rule in words. Chips are patterns and names, which are shown as code. */
export type PolicyLine = {
  readonly title: string;
  readonly text?: string;
  readonly chips?: readonly string[];
};

export type DescribedPolicy = {
  readonly skills: readonly PolicyLine[];
  readonly calls: readonly PolicyLine[];
};

/** A policy as people would say it. A rule that is not set has no line. */
export function describePolicy({ skills = {}, toolCalls }: HubPolicy): DescribedPolicy {
  return {
    skills: [
      ...describeSelector(ruleFields.allow.title, "Only skills", skills.allow),
      ...describeSelector(ruleFields.block.title, "Skills", skills.block),
      ...describeRules(skills),
    ],
    calls: toolCalls === undefined ? [] : describeCalls(toolCalls),
  };
}

function describeSelector(title: string, start: string, selector: SkillSelector = {}): readonly PolicyLine[] {
  const names = ["names", "sources", "publishers", "digests"] as const;
  return names.flatMap((name) => {
    const chips = selector[name];
    return chips === undefined ? [] : [{ title, text: `${start} ${selectorFields[name].title}`, chips }];
  });
}

function describeRules(rules: HubRules): readonly PolicyLine[] {
  const { requireApprovalFor, trustedSigners, maximumSeverity, approvalDays, leaseHours } = rules;
  const line = (key: keyof HubRules, text: string, chips?: readonly string[]): PolicyLine => ({
    ...{ title: ruleFields[key].title, text },
    ...(chips !== undefined && { chips }),
  });
  return [
    ...(requireApprovalFor?.length
      ? [line("requireApprovalFor", listOf(requireApprovalFor.map((one) => traitWords[one])))]
      : []),
    ...(rules.fourEyes === undefined
      ? []
      : [line("fourEyes", rules.fourEyes ? "Whoever published or asked may not approve" : "Not required")]),
    ...(approvalDays === undefined ? [] : [line("approvalDays", formatCount(approvalDays, "day"))]),
    ...(rules.approvedOnly ? [line("approvedOnly", "Agents activate nothing else of the hub")] : []),
    ...(rules.requireSignature ? [line("requireSignature", "Unsigned versions are rejected")] : []),
    ...(trustedSigners === undefined ? [] : [line("trustedSigners", "Only signatures of", trustedSigners)]),
    ...(maximumSeverity === undefined ? [] : [line("maximumSeverity", severities[maximumSeverity])]),
    ...(rules.maxVerdict === undefined ? [] : [line("maxVerdict", verdicts[rules.maxVerdict])]),
    ...(rules.leaseMode === undefined ? [] : [line("leaseMode", leases[rules.leaseMode])]),
    ...(leaseHours === undefined ? [] : [line("leaseHours", formatCount(leaseHours, "hour"))]),
  ];
}

/** `Skills with scripts, skills that write files` */
function listOf(texts: readonly string[]): string {
  return texts.map((text, at) => (at === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1))).join(", ");
}

const severities = {
  none: "Versions with any finding are rejected",
  info: "Versions with warnings or errors are rejected",
  warning: "Versions with errors are rejected",
  error: "Findings reject no version",
} as const;

const verdicts = {
  pass: "Versions that were not read whole, or in which something was found, are rejected",
  partial: "Versions with the verdict review or block are rejected",
  review: "Versions with the verdict block are rejected",
  block: "Only versions that were never scanned are rejected",
} as const;

const leases = {
  strict: "Agents that cannot reach the hub stop using its skills",
  "best-effort": "Agents that cannot reach the hub go on",
} as const;

const defaults = { allow: "Runs", ask: "Asks a person", deny: "Is refused" } as const;

function describeCalls(text: string): readonly PolicyLine[] {
  const { layer, mode, sandbox, audit } = readToolCalls(text);
  const lists = (["deny", "only", "ask", "allow"] as const).flatMap((name) => {
    const chips = [...new Set(layer[name]?.map((one) => one.text))];
    return layer[name] === undefined ? [] : [{ title: callFields[name].title, chips }];
  });
  return [
    ...lists,
    ...(layer.otherwise === undefined
      ? []
      : [{ title: callFields.otherwise.title, text: defaults[layer.otherwise] }]),
    ...(mode === undefined ? [] : [{ title: callFields.mode.title, text: modes[mode] }]),
    ...(sandbox === undefined ? [] : [{ title: callFields.sandbox.title, text: capital(sandbox) }]),
    ...(audit === undefined ? [] : [{ title: callFields.audit.title, text: capital(audit) }]),
  ];
}

const modes = {
  restrict: "Exclude every other tool",
  grant: "Skip approval",
  both: "Exclude every other tool, and skip approval",
  advisory: "Are only recorded",
} as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
