import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);

const about = {
  version,
  skill: z.string().describe("Id of the skill."),
  digest: z.string().describe("Content digest of the skill."),
  script: z.string().describe("Path inside the skill."),
  command: z.array(z.string()).describe("The program and its arguments, as no shell has read them."),
  warnings: z.array(z.string()).describe("What the skill asked for and did not get, and the like."),
};

const run = z
  .strictObject({
    ...about,
    sandbox: z.string().describe("Name of the sandbox; none when there was none."),
    status: z
      .enum(["exited", "killed", "timed-out", "aborted", "over-limit"])
      .describe("Ended by itself, by a signal of its own, or stopped."),
    exceeded: z.enum(["memory", "processes", "disk"]).optional().describe("Only with the status over-limit."),
    exitCode: count.describe("As shells count it; also that of the command, unless somebody ended it."),
    stdout: z.string(),
    stderr: z.string(),
    truncated: z.boolean().describe("There was more output than is kept."),
    durationMs: count,
    output: z.strictObject({
      folder: z.string().nullable().describe("Where the script left files; null when it left none."),
      files: z.array(z.strictObject({ path: z.string(), bytes: count })),
    }),
  })
  .describe("For a script that ran.");

const plan = z
  .strictObject({
    ...about,
    cwd: z.string(),
    environment: z.record(z.string(), z.string()).describe("All variables of the script."),
    hooks: z.array(z.string()).describe("Programs of the skill that run around its activation and calls."),
    sandbox: z
      .string()
      .nullable()
      .describe("What it would run in: none when that was asked for, null when there is no sandbox here."),
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
      })
      .nullable()
      .describe("Null without a sandbox, where nobody holds it to any."),
    decision: z.strictObject({
      effect: z.enum(["allow", "ask", "deny"]),
      rule: z.string(),
      layer: z.string(),
      reason: z.string(),
      detail: z.string().optional(),
    }),
  })
  .describe("With --plan.");

/** Shapes of what the exec command prints. */
export const execSchemas: Readonly<Record<string, z.ZodType>> = {
  exec: z.union([run, plan]).describe("Output of skillwright exec --json."),
};
