import { z } from "zod";
import type { Verdict } from "../scan/verdict.ts";
import type { LineBlock } from "../text/align-lines.ts";
import { type Permission, permissions } from "./access.ts";
import { type ReviewedFinding, reviewedFindingsSchema } from "./governance.ts";
import { type ScanSummary, scanSummarySchema, verdictSchema } from "./scan-summary.ts";

// What a hub answers about one skill, for people. Times are ISO 8601.

const visibilities = ["team", "tenant", "public"] as const;
const states = ["draft", "pending", "approved", "rejected", "deprecated"] as const;

type SkillOwner = {
  readonly name: string;
  readonly tenant: string;
  /** The team that owns it; empty for the tenant. */
  readonly team: string;
  readonly visibility: (typeof visibilities)[number];
};

/** One version in the list of all of them. */
export type SkillVersion = {
  readonly version: string;
  readonly digest: string;
  readonly publishedAt: string;
  /** `person:…` or `token:…`. */
  readonly publisher: string;
  /** What a person calls themselves; absent for tokens, and for callers without credentials. */
  readonly publisherName?: string | undefined;
  readonly state: (typeof states)[number];
  readonly signer?: string | undefined;
  readonly yanked?: string | undefined;
  readonly deprecated?: string | undefined;
  /** Why it may not be used; only those who take part in approvals see such versions. Empty if no reason was given. */
  readonly revoked?: string | undefined;
};

/** `GET skills/NAME/versions`: a skill and every version that the caller may see, the newest first. */
export type SkillVersions = SkillOwner & {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  /** What the caller may do with this skill, which can be less than what they may do in the tenant. */
  readonly permissions: readonly Permission[];
  readonly versions: readonly SkillVersion[];
  readonly total: number;
  readonly next: string | null;
};

/** A file of a version; a link is listed like a file whose content is its target. */
export type VersionFile = {
  readonly path: string;
  readonly size: number;
  readonly digest: string;
  readonly executable?: boolean | undefined;
  readonly linksTo?: string | undefined;
};

/** What a version asks for. */
export type RequestedTraits = {
  /** Absent if it restricts nothing. */
  readonly tools?: readonly string[] | undefined;
  readonly scripts: readonly string[];
  readonly hooks: readonly string[];
  readonly hookCommands: readonly string[];
  readonly hosts: readonly string[];
};

type Blob = { readonly digest: string; readonly size: number };

/** `GET skills/NAME/versions/VERSION`. */
export type VersionDetails = SkillOwner &
  SkillVersion & {
    readonly description: string;
    readonly archive: Blob;
    /** A Sigstore bundle. */
    readonly signature?: Blob | undefined;
    /** Its commit in the skill's git repository, which follows from the version alone. */
    readonly commit: string;
    readonly requested: RequestedTraits;
    readonly findings: readonly ReviewedFinding[];
    /** Absent for versions from before the scanner. */
    readonly scan?: ScanSummary | undefined;
    readonly files: readonly VersionFile[];
  };

/** `GET skills/NAME/versions/VERSION/difference`. */
export type VersionDifference = {
  readonly from: string;
  readonly to: string;
  readonly files: readonly {
    readonly path: string;
    readonly change: "added" | "removed" | "changed";
    /** Lines of a text file; absent for other files and for what is too large to show. */
    readonly lines?: readonly LineBlock[] | undefined;
  }[];
  /** Scripts that the earlier version does not have, or has with another content. */
  readonly changedScripts: readonly string[];
  readonly moreTools: readonly string[];
  readonly moreHooks: readonly string[];
  readonly newFindings: readonly ReviewedFinding[];
  /** Of the scans of both versions; absent for versions from before the scanner. */
  readonly verdict?: Verdict | undefined;
  readonly verdictBefore?: Verdict | undefined;
};

/** `GET usage/NAME`: hours in which nothing happened are absent. */
export type HourlyUsage = {
  readonly version: 1;
  readonly skill: string;
  readonly days: number;
  readonly hours: readonly {
    readonly time: string;
    readonly activations: number;
    readonly denials: number;
    readonly failures: number;
    readonly calls: number;
    /** Of all calls together. */
    readonly durationMs: number;
  }[];
};

/** `POST capabilities`: an address for clients that send no credentials. */
export type CreatedCapability = { readonly id: string; readonly url: string; readonly expiresAt: string };

const text = z.string().max(10_000);
const texts = z.array(text).max(10_000);
const count = z.int().min(0);
const reason = text.optional();
const findings = reviewedFindingsSchema;
const owner = { name: text, tenant: text, team: text, visibility: z.enum(visibilities) };
const version = {
  ...{ version: text, digest: text, publishedAt: text, publisher: text, publisherName: text.optional() },
  ...{ state: z.enum(states), signer: reason, yanked: reason, deprecated: reason, revoked: reason },
};

export const skillVersionsSchema: z.ZodType<SkillVersions> = z.object({
  ...{ ...owner, description: text, tags: z.record(text, text) },
  permissions: z.array(z.enum(permissions)).max(100),
  ...{ versions: z.array(z.object(version)).max(1000), total: count, next: text.nullable() },
});

const blob = z.object({ digest: text, size: count });

export const versionDetailsSchema: z.ZodType<VersionDetails> = z.object({
  ...{ ...owner, ...version, description: text, archive: blob, signature: blob.optional(), commit: text },
  requested: z.object({
    ...{ tools: texts.optional(), scripts: texts, hooks: texts, hookCommands: texts, hosts: texts },
  }),
  findings,
  scan: scanSummarySchema.optional(),
  files: z
    .array(
      z.object({
        ...{ path: text, size: count, digest: text },
        ...{ executable: z.boolean().optional(), linksTo: text.optional() },
      }),
    )
    .max(100_000),
});

const lines = z.array(z.string()).max(5_000_000);
const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("same"), lines }),
  z.object({ kind: z.literal("changed"), removed: lines, added: lines }),
]);

export const versionDifferenceSchema: z.ZodType<VersionDifference> = z.object({
  ...{ from: text, to: text, changedScripts: texts, moreTools: texts, moreHooks: texts },
  ...{ newFindings: findings, verdict: verdictSchema.optional(), verdictBefore: verdictSchema.optional() },
  files: z
    .array(
      z.object({
        ...{ path: text, change: z.enum(["added", "removed", "changed"]) },
        lines: z.array(block).max(100_000).optional(),
      }),
    )
    .max(100_000),
});

export const hourlyUsageSchema: z.ZodType<HourlyUsage> = z.object({
  ...{ version: z.literal(1), skill: text, days: count },
  hours: z
    .array(
      z.object({
        ...{ time: text, activations: count, denials: count, failures: count, calls: count },
        durationMs: count,
      }),
    )
    .max(10_000),
});

export const createdCapabilitySchema: z.ZodType<CreatedCapability> = z.object({
  ...{ id: text, url: text, expiresAt: text },
});
