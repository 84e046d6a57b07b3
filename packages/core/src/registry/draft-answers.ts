import { z } from "zod";
import { type HubVerdict, type ReviewedFinding, reviewedFindingsSchema } from "./governance.ts";
import { type ScanSummary, scanSummarySchema } from "./scan-summary.ts";

/** A skill that a person is still writing. Only they see it, and no agent gets it. */
export type DraftSummary = {
  readonly name: string;
  /** The version that it is going to be. */
  readonly version: string;
  /** The version of the same skill whose other files it has. */
  readonly base?: string | undefined;
  readonly changedAt: string;
};

/** A draft and what the hub thinks of it. */
export type Draft = DraftSummary & {
  /** SKILL.md. */
  readonly text: string;
  /** Why it cannot be published as it is. */
  readonly problem?: string | undefined;
  /** What the security rules found; empty if there is a problem. */
  readonly findings: readonly ReviewedFinding[];
  readonly scan?: ScanSummary | undefined;
  /** What the policies would say to its publication. */
  readonly verdict?: HubVerdict | undefined;
};

export type DraftList = { readonly drafts: readonly DraftSummary[] };
export type PublishedDraft = { readonly version: string; readonly state: string };

const text = z.string().max(10_000);
const summary = { name: text, version: text, base: text.optional(), changedAt: text };
const reason = z.object({ rule: text, reason: text });

export const draftSchema: z.ZodType<Draft> = z.object({
  ...summary,
  text: z.string().max(1_048_576),
  problem: text.optional(),
  findings: reviewedFindingsSchema,
  scan: scanSummarySchema.optional(),
  verdict: z
    .object({ effect: z.enum(["allow", "ask", "deny"]), reasons: z.array(reason).max(10_000) })
    .optional(),
});
export const draftListSchema: z.ZodType<DraftList> = z.object({
  drafts: z.array(z.object(summary)).max(1000),
});
export const publishedDraftSchema: z.ZodType<PublishedDraft> = z.object({ version: text, state: text });
