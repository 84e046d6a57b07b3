import type { HubRules, ReviewedTrait, SeverityLimit, SkillSelector } from "@skillwright/core/registry";
import type { Verdict } from "@skillwright/core/scan";

/** A field of a policy, as people read about it. */
export type PolicyField = { readonly title: string; readonly help: string };

/** The rules on skills. A new rule does not compile until it is here. */
export const ruleFields: Readonly<Record<keyof HubRules, PolicyField>> = {
  allow: { title: "Allowed", help: "If present, only skills that match every list given here." },
  block: { title: "Blocked", help: "Skills that match any list given here are rejected." },
  requireApprovalFor: { title: "Needs approval", help: "What a reviewer must approve before agents get it." },
  requireSignature: { title: "Signature", help: "Unsigned versions are rejected." },
  trustedSigners: {
    title: "Trusted signers",
    help: "If present, signatures of others do not count: key:ID or an identity.",
  },
  maximumSeverity: {
    title: "Worst finding",
    help: "Versions with worse findings of the security rules are rejected.",
  },
  maxVerdict: {
    title: "Worst scan verdict",
    help: "Versions whose scan has a worse verdict are rejected, and those that were never scanned.",
  },
  approvalDays: { title: "Approvals last", help: "Days until an approval must be given again." },
  fourEyes: {
    title: "Four eyes",
    help: "Whoever published or asked may not approve. True unless a policy says otherwise.",
  },
  approvedOnly: { title: "Approved only", help: "Agents activate only approved content of the hub." },
  leaseMode: {
    title: "Without contact",
    help: "strict: agents that cannot reach the hub stop using its skills once their state document has expired.",
  },
  leaseHours: { title: "Contact every", help: "Hours that a state document is valid." },
};

export const selectorFields: Readonly<Record<keyof SkillSelector, PolicyField>> = {
  names: { title: "named", help: "Names, as patterns: * inside one part, ** for any parts." },
  sources: { title: "from", help: "Sources, as patterns such as hub:* or github:acme/*." },
  publishers: { title: "published by", help: "Publishers, as patterns: person:ID or token:ID." },
  digests: { title: "with digest", help: "Content digests: sha256: and 64 digits." },
};

/** What agents apply to every tool call: the common fields of the policy file in `toolCalls`. */
export const callFields = {
  deny: { title: "Never run", help: "Calls that never run, such as Bash(rm -rf:*)." },
  only: { title: "Only these run", help: "If present, nothing else runs; by itself it allows nothing." },
  ask: { title: "A person approves", help: "Calls that a person must approve." },
  allow: { title: "Run without asking", help: "Calls that run without asking." },
  otherwise: { title: "Everything else", help: "allow, ask or deny: for calls that no rule matches." },
  requireApprovalFor: {
    title: "Groups to approve",
    help: "scripts, network-tools, file-write: groups of tools that a person must approve.",
  },
  mode: {
    title: "Lists of skills",
    help: "restrict, grant, both or advisory: what a skill's allowed-tools mean.",
  },
  sandbox: { title: "Sandbox", help: "required: programs of skills never run without one." },
  audit: { title: "Audit log", help: "required: calls that cannot be recorded are refused." },
} as const satisfies Readonly<Record<string, PolicyField>>;

export const traitWords: Readonly<Record<ReviewedTrait, string>> = {
  scripts: "Skills with scripts",
  "network-tools": "Skills with network tools",
  "file-write": "Skills that write files",
  "external-apis": "Skills that call external APIs",
  everything: "Every skill",
};

export const severityWords: Readonly<Record<SeverityLimit, string>> = {
  none: "No findings at all",
  info: "Information",
  warning: "Warnings",
  error: "Errors (no limit)",
};

export const verdictLimitWords: Readonly<Record<Verdict, string>> = {
  pass: "pass: everything was read and nothing was found",
  partial: "partial: nothing was found in what could be read",
  review: "review: a person should look",
  block: "block (no limit)",
};

export const knownFields: readonly string[] = [
  ...["version", "skills", "toolCalls"],
  ...Object.keys(ruleFields),
  ...Object.keys(selectorFields),
];
