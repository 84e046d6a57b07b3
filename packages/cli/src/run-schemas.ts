import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);

const run = z
  .strictObject({
    version,
    status: z
      .enum(["finished", "out-of-steps", "looping", "timed-out", "interrupted", "failed"])
      .describe("Whether the agent came to an end by itself, and what stopped it otherwise."),
    answer: z.string().describe("What the model said last."),
    fault: z
      .strictObject({ kind: z.string(), message: z.string() })
      .optional()
      .describe("Why the model could not be used any further; only with the status failed."),
    model: z.string().describe("Provider and name, such as anthropic/claude-sonnet-5-5."),
    steps: count.describe("Answers of the model, without those of sub-agents."),
    calls: count.describe("Tool calls that models wanted to make, sub-agents included."),
    tokens: z.strictObject({
      input: count,
      cachedInput: count.describe("Of the input, what the provider remembered."),
      output: count,
    }),
    costUsd: z.number().min(0).nullable().describe("By list prices; null when one is not known."),
    durationMs: count,
    skills: z
      .array(z.strictObject({ name: z.string(), digest: z.string() }))
      .describe("Skills that were used, in order."),
    refused: z
      .array(
        z.strictObject({
          tool: z.string(),
          layer: z.string(),
          rule: z.string(),
          reason: z.string(),
          detail: z.string().optional(),
        }),
      )
      .describe("Calls that were refused, each with the rule and the layer that refused it."),
    unanswered: z
      .array(z.string())
      .describe("Of these, the calls that a person could have approved, had there been one to ask."),
    session: z.string().describe("Its id in the audit log."),
    audit: z.string().describe("Path of the audit log."),
  })
  .describe("Output of skillwright run --json.");

/** Shape of what the run command prints. */
export const runSchemas: Readonly<Record<string, z.ZodType>> = { run };
