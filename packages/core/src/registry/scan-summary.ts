import { z } from "zod";
import type { Level } from "../finding.ts";
import type { Unread } from "../scan/evidence.ts";
import type { Verdict } from "../scan/verdict.ts";

/** What the scan of a version came to when it was published. */
export type ScanSummary = {
  readonly verdict: Verdict;
  /** The rules that decided, the gravest first. */
  readonly reasons: readonly string[];
  readonly unread: readonly Unread[];
};

export const verdictSchema: z.ZodType<Verdict> = z.enum(["block", "review", "partial", "pass"]);

export const levelSchema: z.ZodType<Level> = z.enum(["critical", "high", "medium", "low"]);

const unread = z.object({
  path: z.string().max(10_000),
  reason: z.enum([
    ...(["too-large", "too-many", "encrypted", "binary"] as const),
    ...(["damaged", "budget", "folder", "unreadable"] as const),
  ]),
  isUsed: z.boolean(),
});

export const scanSummarySchema: z.ZodType<ScanSummary> = z.object({
  verdict: verdictSchema,
  reasons: z.array(z.string().max(1000)).max(100),
  unread: z.array(unread).max(10_000),
});

/** `GET rules`: what the security rules look for, by their ids. */
export type SecurityRules = {
  readonly rules: Readonly<
    Record<
      string,
      {
        /** What holds if the rule finds nothing. */
        readonly summary: string;
        /** Why it matters to whoever installs the skill. */
        readonly why: string;
        /** What to do about a finding. */
        readonly remedy: string;
      }
    >
  >;
};

const sentence = z.string().max(10_000);
export const securityRulesSchema: z.ZodType<SecurityRules> = z.object({
  rules: z.record(z.string().max(1000), z.object({ summary: sentence, why: sentence, remedy: sentence })),
});
