import { z } from "zod";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { maxVerdictOf, verdictOrder } from "../policy/install-rules.ts";
import { readPolicy } from "../policy/policy.ts";
import type { FilePolicy } from "../policy/policy-file.ts";
import type { Verdict } from "../scan/verdict.ts";

// What a tenant's policy on a hub says. The enterprise's applies in every tenant, and every rule of both applies: a policy below
// can only tighten.

/** Skills by what they are. An absent list says nothing; in a present one, one pattern must match. */
export type SkillSelector = {
  /** Patterns: `*` inside one part of a name, `**` for any parts. */
  readonly names?: readonly string[] | undefined;
  /** Patterns on where a skill comes from: `hub:*`, `github:acme/*`. */
  readonly sources?: readonly string[] | undefined;
  /** Patterns on who published it: `person:…`, `token:…`. */
  readonly publishers?: readonly string[] | undefined;
  readonly digests?: readonly string[] | undefined;
};

/** What a skill can have that a reviewer must approve. OmniForge names the first three. */
export const reviewedTraits = [
  "scripts",
  "network-tools",
  "file-write",
  "external-apis",
  "everything",
] as const;
export type ReviewedTrait = (typeof reviewedTraits)[number];

/** Severities that a version's findings may have at most. */
export const severityLimits = ["none", "info", "warning", "error"] as const;
export type SeverityLimit = (typeof severityLimits)[number];

export type HubRules = {
  /** If present, no other skills are approved. */
  readonly allow?: SkillSelector | undefined;
  /** Skills that match any of its lists are rejected. */
  readonly block?: SkillSelector | undefined;
  readonly requireApprovalFor?: readonly ReviewedTrait[] | undefined;
  readonly requireSignature?: boolean | undefined;
  /** If present, signatures of others do not count: `key:…` or an identity. */
  readonly trustedSigners?: readonly string[] | undefined;
  readonly maximumSeverity?: SeverityLimit | undefined;
  /** The worst verdict that the scan of a version may have. */
  readonly maxVerdict?: Verdict | undefined;
  /** After that many days, an approval must be given again. */
  readonly approvalDays?: number | undefined;
  /** Whether whoever published or asked may not approve; true by default. */
  readonly fourEyes?: boolean | undefined;
  /** Whether agents activate only approved content. */
  readonly approvedOnly?: boolean | undefined;
  /** `strict`: agents without a valid state document activate nothing of the hub. */
  readonly leaseMode?: "strict" | "best-effort" | undefined;
  readonly leaseHours?: number | undefined;
};

export type HubPolicy = {
  readonly version: 1;
  readonly skills?: HubRules | undefined;
  /** The text of a policy file for agents, JSON or YAML. */
  readonly toolCalls?: string | undefined;
};

/** Several policies combined, with the defaults filled in. Lists stay apart, since each must be met. */
export type CombinedRules = {
  readonly requireApprovalFor: readonly ReviewedTrait[];
  readonly fourEyes: boolean;
  readonly approvedOnly: boolean;
  readonly leaseMode: "strict" | "best-effort";
  readonly requireSignature: boolean;
  readonly maximumSeverity: SeverityLimit;
  /** Undefined if verdicts reject nothing. */
  readonly maxVerdict: Verdict | undefined;
  /** Undefined if approvals do not expire. */
  readonly approvalDays: number | undefined;
  /** Undefined if no policy says so. */
  readonly leaseHours: number | undefined;
  readonly allow: readonly SkillSelector[];
  readonly block: readonly SkillSelector[];
  readonly trustedSigners: readonly (readonly string[])[];
};

/** Combines rules so that the strictest of each wins. */
export function combineHubRules(all: readonly HubRules[]): CombinedRules {
  const given = <Key extends keyof HubRules>(key: Key): readonly NonNullable<HubRules[Key]>[] =>
    all.map((rules) => rules[key]).filter((value) => value !== undefined && value !== null);
  const severities = given("maximumSeverity").map((one) => severityLimits.indexOf(one));
  const fourEyes = given("fourEyes");
  return {
    allow: given("allow"),
    block: given("block"),
    requireApprovalFor: [...new Set(given("requireApprovalFor").flat())],
    requireSignature: given("requireSignature").includes(true),
    trustedSigners: given("trustedSigners"),
    maximumSeverity: severityLimits[Math.min(...severities, severityLimits.length - 1)] ?? "none",
    maxVerdict: maxVerdictOf(all),
    approvalDays: smallest(given("approvalDays")),
    fourEyes: fourEyes.length === 0 || fourEyes.includes(true),
    approvedOnly: given("approvedOnly").includes(true),
    leaseMode: given("leaseMode").includes("strict") ? "strict" : "best-effort",
    leaseHours: smallest(given("leaseHours")),
  };
}

function smallest(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}

/** Reads the policy for agents in a hub's policy. An unclear text is an error, never an empty policy. */
export function readToolCalls(text: string): FilePolicy {
  const path = "/toolCalls";
  return readPolicy(createMemoryFileSystem({ [path]: text }), path);
}

const patterns = z.array(z.string().min(1).max(300)).max(1000).optional();
const selector = z.strictObject({
  names: patterns.describe("Names, as patterns: * inside one part, ** for any parts."),
  sources: patterns.describe("Sources, as patterns such as hub:* or github:acme/*."),
  publishers: patterns.describe("Who published it, as patterns: person:ID or token:ID."),
  digests: z
    .array(z.string().regex(/^sha256:[0-9a-f]{64}$/))
    .max(1000)
    .optional()
    .describe("Content digests."),
});

const rules = z.strictObject({
  allow: selector.optional().describe("If present, only skills that match every list given here."),
  block: selector.optional().describe("Skills that match any list given here are rejected."),
  requireApprovalFor: z
    .array(z.enum(reviewedTraits))
    .max(reviewedTraits.length)
    .optional()
    .describe(
      "What a reviewer must approve: skills with scripts, network tools, file writes, external APIs.",
    ),
  requireSignature: z.boolean().optional().describe("Whether unsigned versions are rejected."),
  trustedSigners: patterns.describe("If present, signatures of others do not count."),
  maximumSeverity: z
    .enum(severityLimits)
    .optional()
    .describe("Versions with worse findings of the security rules are rejected."),
  maxVerdict: z
    .enum(verdictOrder)
    .optional()
    .describe("Versions whose scan has a worse verdict are rejected, and those that were never scanned."),
  approvalDays: z
    .number()
    .positive()
    .max(3660)
    .optional()
    .describe("Days until an approval must be renewed."),
  fourEyes: z
    .boolean()
    .optional()
    .describe("Whether publishers and askers may not approve; true by default."),
  approvedOnly: z.boolean().optional().describe("Whether agents activate only approved content of hubs."),
  leaseMode: z
    .enum(["strict", "best-effort"])
    .optional()
    .describe("Whether agents refuse the hub's skills without a valid state document."),
  leaseHours: z.number().positive().max(8784).optional().describe("How long a state document is valid."),
});

export const hubPolicySchema: z.ZodType<HubPolicy> = z.strictObject({
  version: z.literal(1),
  skills: rules.optional().describe("Rules on the skills of the hub."),
  toolCalls: z
    .string()
    .max(262_144)
    .superRefine((text, context) => {
      try {
        readToolCalls(text);
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
        context.addIssue({ code: "custom", message: formatError(error) });
      }
    })
    .optional()
    .describe("The text of a policy file that agents apply to every tool call."),
});
