import { isJsonObject, parseJson } from "@skillwright/core/text";
import { agentLimits, isNestedDeeper } from "@skillwright/runtime/agent";
import { z } from "zod";
import { type Comparison, readComparisonFile, toComparisonText } from "../formats/comparison.ts";
import { toJsonText } from "../formats/read-eval-file.ts";
import type { Trial, TrialEvent, TrialUsage } from "../trials/trial.ts";

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

const usageSchema: z.ZodType<TrialUsage> = z.object({
  model: z.string(),
  inputTokens: z.number().nonnegative(),
  cachedInputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
});

const runRecordSchema: z.ZodType<RunRecord> = z.object({
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
  return runRecordSchema.safeParse(parseJson(text)).data;
}

export const trialFile = "trial.json";

/** Reads a saved trial; undefined for anything else, or when it is nested too deeply to process safely. */
export function readTrial(text: string): Trial | undefined {
  return isNestedDeeper(text, deepest) ? undefined : trialSchema.safeParse(parseJson(text)).data;
}

/** The deepest call input, plus its surroundings. */
const deepest = agentLimits.callDepth + 8;

const agent = { agent: z.string().exactOptional() };

const eventSchema: z.ZodType<TrialEvent> = z.discriminatedUnion("type", [
  z.object({ ...agent, type: z.literal("said"), text: z.string() }),
  z.object({
    ...agent,
    type: z.literal("called"),
    call: z.string(),
    tool: z.string(),
    // JSON has no undefined, so a call without input lacks the key.
    input: z.unknown().default(null),
  }),
  z.object({
    ...agent,
    type: z.literal("answered"),
    call: z.string(),
    tool: z.string(),
    ok: z.boolean(),
    denied: z.literal(true).exactOptional(),
    output: z.string(),
  }),
]);

const paths = z.array(z.string());

const trialSchema: z.ZodType<Trial> = z.object({
  status: z.enum(["finished", "out-of-steps", "looping", "failed", "timed-out", "stopped", "aborted"]),
  fault: z.string().exactOptional(),
  answer: z.string(),
  events: z.array(eventSchema),
  activated: paths,
  files: z.object({
    created: paths,
    modified: paths,
    deleted: paths,
    unchanged: paths,
    texts: z.array(z.object({ path: z.string(), text: z.string(), isCut: z.boolean() })),
  }),
  steps: z.number(),
  usage: z.array(usageSchema),
  durationMs: z.number(),
});

/** A saved comparison, next to its runs: the usual format plus the configurations behind A and B. */
export type SavedComparison = {
  readonly key: string;
  readonly comparison: Comparison;
  readonly sides: ComparedSides;
};

/** The configurations behind A and B. */
type ComparedSides = { readonly A: string; readonly B: string };

export function comparisonFile(run: number): string {
  return `comparison-${run}.json`;
}

export function toSavedComparisonText({
  key,
  comparison,
  sides,
  usage,
}: SavedComparison & { readonly usage: readonly TrialUsage[] }): string {
  const usual = parseJson(toComparisonText(comparison));
  const more = { configurations: sides, winner_configuration: winnerOf(comparison, sides), key, usage };
  return toJsonText({ ...(isJsonObject(usual) ? usual : {}), ...more });
}

/** Reads a saved comparison; undefined for files of other tools. */
export function readSavedComparison(text: string): SavedComparison | undefined {
  const all = parseJson(text);
  if (!isJsonObject(all) || typeof all.key !== "string" || !isJsonObject(all.configurations))
    return undefined;
  const { A, B } = all.configurations;
  const read = readComparisonFile(text, "comparison.json");
  if (typeof A !== "string" || typeof B !== "string" || !read.ok) return undefined;
  return { key: all.key, comparison: read.value, sides: { A, B } };
}

/** The better configuration; undefined for a tie. */
export function winnerOf({ winner }: Comparison, sides: ComparedSides): string | undefined {
  return winner === "TIE" ? undefined : sides[winner];
}
