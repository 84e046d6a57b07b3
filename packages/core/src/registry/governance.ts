import { z } from "zod";
import type { Level } from "../finding.ts";
import type { Verdict } from "../scan/verdict.ts";
import { levelSchema, type ScanSummary, scanSummarySchema, verdictSchema } from "./scan-summary.ts";
import { type RevocationKind, revocationKinds } from "./state-document.ts";

// What a hub answers about approvals, deployments, revocations and agents. Times are ISO 8601.

export const approvalStates = ["pending", "approved", "rejected", "withdrawn", "expired"] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** A request to approve one version, and what became of it. */
export type Approval = {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly state: ApprovalState;
  readonly publisher: string;
  /** Of the scan of the version; absent for versions from before the scanner. */
  readonly scanVerdict?: Verdict | undefined;
  readonly askedBy: string;
  readonly askedAt: string;
  readonly reason: string;
  /** What the policies want an approval for. */
  readonly asks: readonly string[];
  readonly policyVersion: number;
  readonly enterprisePolicyVersion: number;
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: string | undefined;
  readonly comment?: string | undefined;
  readonly expiresAt?: string | undefined;
};

/** What policies say about a version, and by which rule. */
export type HubVerdict = {
  readonly effect: "allow" | "ask" | "deny";
  readonly reasons: readonly { readonly rule: string; readonly reason: string }[];
};

export type ReviewedFinding = {
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** Absent for versions from before the scanner. */
  readonly level?: Level | undefined;
};

/** A file that differs from the last approved version. Texts are absent if they are too long or not text. */
export type ChangedFile = {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  readonly isScript: boolean;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

/** What people, tokens and agents are called, by `person:…`, `token:…` and `agent:…`. */
export type PrincipalNames = Readonly<Record<string, string>>;

export type ApprovalList = {
  readonly approvals: readonly Approval[];
  readonly names?: PrincipalNames | undefined;
};

/** What a version asks for, as reviewers see it. */
export type ReviewedRequest = {
  /** Absent if it restricts nothing. */
  readonly tools?: readonly string[] | undefined;
  readonly scripts: readonly string[];
  readonly hooks: readonly string[];
  readonly hosts: readonly string[];
};

/** Everything a reviewer looks at. */
export type ApprovalReview = {
  readonly approval: Approval;
  readonly verdict: HubVerdict;
  readonly requested: ReviewedRequest;
  /** What the version asked for that was approved last. */
  readonly requestedBefore?: ReviewedRequest | undefined;
  readonly findings: readonly ReviewedFinding[];
  /** Of the version's scan; absent for versions from before the scanner. */
  readonly scan?: ScanSummary | undefined;
  /** The verdict of the version that was approved last. */
  readonly verdictBefore?: Verdict | undefined;
  /** The version that was approved last; everything is new without one. */
  readonly comparedWith?: string | undefined;
  readonly change: {
    readonly moreTools: readonly string[];
    readonly moreHooks: readonly string[];
    readonly moreScripts: readonly string[];
    readonly moreHosts: readonly string[];
    readonly newFindings: readonly ReviewedFinding[];
  };
  readonly files: readonly ChangedFile[];
  /** Why the caller cannot decide it; absent if they can. */
  readonly undecidable?: string | undefined;
  readonly names?: PrincipalNames | undefined;
};

export type DecisionResult = {
  readonly id: string;
  readonly state?: ApprovalState | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
};

export type DeploymentRecord = {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly environment?: string | undefined;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly endedBy?: string | undefined;
  readonly endedAt?: string | undefined;
  /** Why agents do not get it now: `revoked`, or the state of a version that is approved no longer. Only in lists. */
  readonly withheld?: string | undefined;
};

export type DeploymentList = {
  readonly deployments: readonly DeploymentRecord[];
  readonly names?: PrincipalNames | undefined;
};

/** What a deployment would do. */
export type DeploymentPreview = {
  readonly deployment: DeploymentRecord;
  /** What is deployed there now. */
  readonly replaces?: DeploymentRecord | undefined;
  readonly affected: Affected;
};

export type RevocationRecord = {
  readonly id: string;
  readonly tenant: string;
  readonly kind: RevocationKind;
  readonly value: string;
  readonly message: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  readonly liftedBy?: string | undefined;
  readonly liftedAt?: string | undefined;
  /** In the answer to a new one that reaches nothing the hub knows. */
  readonly warning?: string | undefined;
};

export type RevocationList = {
  readonly revocations: readonly RevocationRecord[];
  readonly names?: PrincipalNames | undefined;
};

export type HubAgent = {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly program: string;
  readonly environment: string;
  readonly person?: string | undefined;
  /** Whose credentials the id belongs to; absent after it was released. */
  readonly owner?: string | undefined;
  readonly seenAt: string;
  /** The newest state document that it confirmed. */
  readonly sequence: number;
  readonly acknowledgedAt?: string | undefined;
  /** Not seen for as long as a state document is valid. */
  readonly stale: boolean;
};

/** Whom a deployment or revocation reaches. */
export type Affected = {
  readonly tenants: readonly string[];
  readonly agents: number;
  /** Agents that used what is revoked in the last month. */
  readonly users: number;
  readonly versions: readonly {
    readonly tenant: string;
    readonly name: string;
    readonly version: string;
    readonly digest: string;
  }[];
  readonly samples: readonly HubAgent[];
  /** Why it reaches nothing, if it does not. */
  readonly warning?: string | undefined;
};

/** How many agents have confirmed a state document that contains a revocation. */
export type Acknowledged = {
  readonly agents: number;
  readonly acknowledged: number;
  readonly waiting: readonly HubAgent[];
};

/** How many of the agents that a deployment or a revocation reaches have confirmed it. */
export type Confirmed = { readonly id: string; readonly agents: number; readonly acknowledged: number };

/** Confirmations of everything that is in force. */
export type Confirmations = {
  readonly deployments: readonly Confirmed[];
  readonly revocations: readonly Confirmed[];
};

const text = z.string().max(10_000);
export const principalNamesSchema: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>> = z
  .record(text, text)
  .optional();
const names = principalNamesSchema;
const texts = z.array(text).max(10_000);
const count = z.int().min(0);
const finding = z.object({
  ...{ rule: text, severity: text, file: text, line: count, message: text },
  level: levelSchema.optional(),
});
export const reviewedFindingsSchema: z.ZodType<readonly ReviewedFinding[]> = z.array(finding).max(10_000);
const findings = reviewedFindingsSchema;

export const approvalSchema: z.ZodType<Approval> = z.object({
  ...{ id: text, tenant: text, name: text, version: text, digest: text, publisher: text },
  ...{ state: z.enum(approvalStates), askedBy: text, askedAt: text, reason: text, asks: texts },
  ...{ policyVersion: count, enterprisePolicyVersion: count },
  ...{ decidedBy: text.optional(), decidedAt: text.optional() },
  ...{ comment: text.optional(), expiresAt: text.optional() },
  scanVerdict: verdictSchema.optional(),
});

export const approvalListSchema: z.ZodType<ApprovalList> = z.object({
  approvals: z.array(approvalSchema).max(1000),
  names,
});

const requestSchema = z.object({ tools: texts.optional(), scripts: texts, hooks: texts, hosts: texts });

export const approvalReviewSchema: z.ZodType<ApprovalReview> = z.object({
  approval: approvalSchema,
  verdict: z.object({
    effect: z.enum(["allow", "ask", "deny"]),
    reasons: z.array(z.object({ rule: text, reason: text })).max(1000),
  }),
  requested: requestSchema,
  requestedBefore: requestSchema.optional(),
  findings,
  scan: scanSummarySchema.optional(),
  verdictBefore: verdictSchema.optional(),
  comparedWith: text.optional(),
  change: z.object({
    ...{ moreTools: texts, moreHooks: texts, moreScripts: texts, moreHosts: texts },
    newFindings: findings,
  }),
  files: z
    .array(
      z.object({
        ...{ path: text, change: z.enum(["added", "removed", "changed"]), isScript: z.boolean() },
        ...{ before: z.string().max(1_048_576).optional(), after: z.string().max(1_048_576).optional() },
      }),
    )
    .max(10_000),
  undecidable: text.optional(),
  names,
});

export const decisionResultsSchema: z.ZodType<{ readonly results: readonly DecisionResult[] }> = z.object({
  results: z
    .array(
      z.object({
        ...{ id: text, state: z.enum(approvalStates).optional() },
        error: z.object({ code: text, message: text }).optional(),
      }),
    )
    .max(1000),
});

export const deploymentSchema: z.ZodType<DeploymentRecord> = z.object({
  ...{ id: text, tenant: text, name: text, version: text, digest: text, environment: text.optional() },
  ...{ createdBy: text, createdAt: text, endedBy: text.optional(), endedAt: text.optional() },
  withheld: text.optional(),
});

export const deploymentListSchema: z.ZodType<DeploymentList> = z.object({
  deployments: z.array(deploymentSchema).max(10_000),
  names,
});

export const revocationSchema: z.ZodType<RevocationRecord> = z.object({
  ...{ id: text, tenant: text, kind: z.enum(revocationKinds), value: text, message: text },
  ...{ createdBy: text, createdAt: text, expiresAt: text.optional() },
  ...{ liftedBy: text.optional(), liftedAt: text.optional() },
  warning: text.optional(),
});

export const revocationListSchema: z.ZodType<RevocationList> = z.object({
  revocations: z.array(revocationSchema).max(10_000),
  names,
});

export const hubAgentSchema: z.ZodType<HubAgent> = z.object({
  ...{ id: text, tenant: text, name: text, program: text, environment: text, person: text.optional() },
  owner: text.optional(),
  ...{ seenAt: text, sequence: count, acknowledgedAt: text.optional(), stale: z.boolean() },
});
const agents = z.array(hubAgentSchema).max(10_000);

export type Feedback = {
  readonly id: string;
  /** Empty if what was used is not a published version. */
  readonly version: string;
  readonly digest: string;
  readonly author: string;
  readonly helped: boolean;
  readonly comment: string;
  readonly time: string;
};

export const feedbackSchema: z.ZodType<Feedback> = z.object({
  ...{ id: text, version: text, digest: text, author: text, helped: z.boolean(), comment: text, time: text },
});

export const feedbackListSchema: z.ZodType<{ readonly feedback: readonly Feedback[] }> = z.object({
  feedback: z.array(feedbackSchema).max(10_000),
});

export const affectedSchema: z.ZodType<Affected> = z.object({
  ...{ tenants: texts, agents: count, users: count, samples: agents },
  versions: z.array(z.object({ tenant: text, name: text, version: text, digest: text })).max(10_000),
  warning: text.optional(),
});

export const acknowledgedSchema: z.ZodType<Acknowledged> = z.object({
  ...{ agents: count, acknowledged: count, waiting: agents },
});

export const deploymentPreviewSchema: z.ZodType<DeploymentPreview> = z.object({
  ...{ deployment: deploymentSchema, replaces: deploymentSchema.optional(), affected: affectedSchema },
});

const confirmed = z.object({ id: text, agents: count, acknowledged: count });

export const confirmationsSchema: z.ZodType<Confirmations> = z.object({
  deployments: z.array(confirmed).max(10_000),
  revocations: z.array(confirmed).max(10_000),
});
