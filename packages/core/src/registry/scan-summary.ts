import { z } from "zod";
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
