import { parseJson } from "@skillwright/core/text";
import { z } from "zod";
import type { TrialUsage } from "../trials/trial.ts";

/** The record that makes a run reusable: `run.json` in its folder. */
export type RunRecord = {
  readonly version: 1;
  /** Of all that the run depends on. */
  readonly key: string;
  /** Hash of everything its grades depend on; absent until it is graded. */
  readonly gradingKey?: string;
  readonly model: string;
  /** Number of model responses. */
  readonly steps: number;
  readonly usage: readonly TrialUsage[];
  readonly judgeUsage: readonly TrialUsage[];
};

export const runRecordFile = "run.json";

export const usageSchema: z.ZodType<TrialUsage> = z.object({
  model: z.string(),
  inputTokens: z.number().nonnegative(),
  cachedInputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
});

const schema: z.ZodType<RunRecord> = z.object({
  version: z.literal(1),
  key: z.string(),
  gradingKey: z.string().exactOptional(),
  model: z.string(),
  steps: z.number().nonnegative(),
  usage: z.array(usageSchema),
  judgeUsage: z.array(usageSchema),
});

/** Reads `run.json`; undefined for other files and versions. */
export function readRunRecord(text: string): RunRecord | undefined {
  return schema.safeParse(parseJson(text)).data;
}
