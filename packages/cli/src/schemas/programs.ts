import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);

const about = {
  version,
  skill: z.string().describe("Id of the skill."),
  digest: z.string().describe("Content digest of the skill."),
  script: z.string().describe("Path inside the skill."),
  command: z.array(z.string()).describe("The program and its arguments, without shell quoting."),
  warnings: z.array(z.string()).describe("Warnings, such as requests of the skill that were not granted."),
};

const run = z
  .strictObject({
    ...about,
    sandbox: z.string().describe("Name of the sandbox, or none."),
    status: z
      .enum(["exited", "killed", "timed-out", "aborted", "over-limit"])
      .describe("How the script ended."),
    exceeded: z
      .enum(["memory", "processes", "disk", "files"])
      .optional()
      .describe("Only with the status over-limit."),
    exitCode: count.describe("The script's exit code, and the command's unless it was interrupted."),
    stdout: z.string(),
    stderr: z.string(),
    truncated: z.boolean().describe("Whether output was cut."),
    durationMs: count,
    output: z.strictObject({
      folder: z.string().nullable().describe("Where the script wrote files; null if it wrote none."),
      files: z.array(z.strictObject({ path: z.string(), bytes: count })),
    }),
  })
  .describe("After a run.");

const plan = z
  .strictObject({
    ...about,
    cwd: z.string(),
    environment: z.record(z.string(), z.string()).describe("All environment variables of the script."),
    hooks: z.array(z.string()).describe("The skill's hooks, which run around its activation and calls."),
    sandbox: z
      .string()
      .nullable()
      .describe("Sandbox it would run in; none if requested, null if no sandbox is available."),
    problem: z.string().optional().describe("Why there is no sandbox, and what to install."),
    readable: z.array(z.string()),
    writable: z.array(z.string()),
    network: z.union([z.enum(["none", "all"]), z.strictObject({ hosts: z.array(z.string()) })]),
    timeoutMs: count,
    resources: z
      .strictObject({
        memoryBytes: count,
        processes: count,
        cpuSeconds: count,
        fileBytes: count,
        diskBytes: count,
        files: count,
      })
      .nullable()
      .describe("Null without a sandbox, which enforces none."),
    decision: z.strictObject({
      effect: z.enum(["allow", "ask", "deny"]),
      rule: z.string(),
      layer: z.string(),
      reason: z.string(),
      detail: z.string().optional(),
    }),
  })
  .describe("With --plan.");

const exec = z.union([run, plan]).describe("Output of skillwright exec --json.");

const agentRun = z
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

/** JSON output of exec and run. */
export const programSchemas: Readonly<Record<string, z.ZodType>> = { exec, run: agentRun };
