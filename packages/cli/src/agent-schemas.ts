import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const agent = z.string().describe("Id of the agent, such as claude-code.");
const scope = z.enum(["project", "user"]);
const path = z.string().describe("The settings file.");

const change = z.strictObject({
  version,
  agent,
  scope,
  path,
  dryRun: z.boolean(),
  change: z
    .strictObject({
      effect: z.enum(["created", "changed", "deleted"]),
      diff: z
        .array(z.string())
        .describe(
          "The lines that change, with - and + before them; of long ones what does not change is left out.",
        ),
    })
    .nullable()
    .describe("Null when all was as it should be."),
  notes: z.array(z.string()).describe("What a person should know or do now."),
});

const status = z.strictObject({
  version,
  settings: z.array(
    z.strictObject({
      agent,
      scope,
      path,
      state: z
        .enum(["installed", "absent", "different", "off", "untrusted", "unreadable"])
        .describe(
          "different: not as it should be; untrusted: nobody has agreed to it yet, so it is not run.",
        ),
      command: z.string().nullable().describe("What is called: a command line, or an address."),
      program: z
        .enum(["found", "missing"])
        .nullable()
        .describe("Whether an agent finds the program; null for an address."),
      problem: z.string().nullable().describe("Why it does not work, and what to do."),
    }),
  ),
});

/** Shapes of what is printed on the settings of other agents. */
export const agentSchemas: Readonly<Record<string, z.ZodType>> = {
  "guard-install": change.describe("Output of skillwright guard install and uninstall with --json."),
  "guard-status": status.describe("Output of skillwright guard status --json."),
  "mcp-install": change.describe("Output of skillwright mcp install and uninstall with --json."),
  "mcp-status": status.describe("Output of skillwright mcp status --json."),
};
