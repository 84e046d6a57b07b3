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
        .describe("The changed lines, prefixed with - and +; unchanged parts of long lines are omitted."),
    })
    .nullable()
    .describe("Null when there was nothing to do."),
  notes: z.array(z.string()).describe("What the user should know or do next."),
});

const policy = z
  .strictObject({
    path: z.string(),
    effect: z
      .enum(["created", "exists", "offered", "declined"])
      .describe("offered: there is none yet, and --yes writes the default one."),
  })
  .optional()
  .describe("The user's policy; absent for a project's settings.");

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
          "different: needs an update; untrusted: the user has not agreed to it yet, so the agent skips it.",
        ),
      command: z.string().nullable().describe("The command line or URL."),
      program: z
        .enum(["found", "missing"])
        .nullable()
        .describe("Whether an agent finds the program; null for a URL."),
      mode: z
        .string()
        .optional()
        .describe("What skills' lists do in an installed hook: restrict or advisory."),
      problem: z.string().nullable().describe("Why it does not work, and what to do."),
    }),
  ),
});

/** JSON output of guard and mcp. */
export const agentSchemas: Readonly<Record<string, z.ZodType>> = {
  "guard-install": change
    .extend({ policy })
    .describe("Output of skillwright guard install and uninstall with --json."),
  "guard-status": status.describe("Output of skillwright guard status --json."),
  "mcp-install": change.describe("Output of skillwright mcp install and uninstall with --json."),
  "mcp-status": status.describe("Output of skillwright mcp status --json."),
  "mcp-http": z
    .strictObject({
      version,
      url: z.string().describe("URL for clients."),
      token: z.string().optional().describe("The generated token, if none was set."),
    })
    .describe("The line that skillwright mcp --http --json prints once it serves."),
};
