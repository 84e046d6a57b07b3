import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);

const run = z
  .strictObject({
    version,
    status: z
      .enum(["finished", "out-of-steps", "looping", "timed-out", "interrupted", "failed"])
      .describe("Whether the agent finished, or what stopped it."),
    answer: z.string().describe("The model's final text."),
    fault: z
      .strictObject({ kind: z.string(), message: z.string() })
      .optional()
      .describe("Why the model failed; only with the status failed."),
    model: z.string().describe("Provider and name, such as anthropic/claude-sonnet-5-5."),
    steps: count.describe("Number of model answers, without those of sub-agents."),
    calls: count.describe("Number of requested tool calls, including those of sub-agents."),
    tokens: z.strictObject({
      input: count,
      cachedInput: count.describe("Part of the input, read from the provider's cache."),
      output: count,
    }),
    costUsd: z.number().min(0).nullable().describe("By list prices; null if one is unknown."),
    durationMs: count,
    skills: z
      .array(z.strictObject({ name: z.string(), digest: z.string() }))
      .describe("Used skills, in order."),
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
      .describe("Refused calls, each with the deciding rule and layer."),
    unanswered: z.array(z.string()).describe("Refused calls that a user could have approved in a terminal."),
    session: z.string().describe("Session id in the audit log."),
    audit: z.string().describe("Path of the audit log."),
  })
  .describe("Output of skillwright run --json.");

/** JSON output of the run command. */
export const runSchemas: Readonly<Record<string, z.ZodType>> = { run };
