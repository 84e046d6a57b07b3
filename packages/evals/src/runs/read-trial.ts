import { parseJson } from "@skillwright/core/text";
import { agentLimits, isNestedDeeper } from "@skillwright/runtime/agent";
import { z } from "zod";
import type { Trial, TrialEvent } from "../trials/trial.ts";
import { usageSchema } from "./run-record.ts";

export const trialFile = "trial.json";

/** Reads a saved trial; undefined for anything else, or when it is nested too deeply to process safely. */
export function readTrial(text: string): Trial | undefined {
  return isNestedDeeper(text, deepest) ? undefined : schema.safeParse(parseJson(text)).data;
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

const schema: z.ZodType<Trial> = z.object({
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
