import { z } from "zod";

export const levelSchema: z.ZodType = z.enum(["critical", "high", "medium", "low"]);

export const verdictSchema: z.ZodType = z
  .enum(["block", "review", "partial", "pass"])
  .describe(
    "Of a scan: do not use it; look at the reasons first; not everything was readable; nothing found.",
  );

/** Of the skill's scan, where only rules are named. */
export const reasonsSchema: z.ZodType = z
  .array(z.string())
  .describe("The rules that decided the verdict, the gravest first.");
