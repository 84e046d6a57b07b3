import { z } from "zod";
import { levelSchema, reasonsSchema, verdictSchema } from "./verdict.ts";

// Parts come first: they are constants that the schemas below use.

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const severity = z.enum(["error", "warning", "info"]);
const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe("Digest over all files of the skill as they are now.");
const path = z
  .string()
  .describe("As the caller wrote it for a folder given with --root, otherwise absolute. Uses `/`.");

const time = z.string().describe("UTC date and time in ISO 8601.");
const refusal = z
  .enum(["revoked", "not-deployed", "not-approved", "lease-invalid"])
  .describe("Why the organization's hub does not permit a skill.");
const hubMark = z
  .union([
    z.strictObject({ state: z.literal("deployed"), version: z.string() }),
    z.strictObject({ state: refusal, reason: z.string() }),
  ])
  .optional()
  .describe("What the organization's hub says about it; absent if nothing.");
const hubState = {
  hub: z.string().nullable().describe("Address of the hub; null if its stored state is damaged or missing."),
  folder: path.describe("Where the state is stored."),
  tenant: z.string().optional(),
  agent: z.string().optional().describe("Id of this machine on the hub."),
  sequence: z.int().min(1).optional().describe("Number of the state that is in force."),
  mode: z.enum(["strict", "best-effort"]).optional().describe("What happens when the state expires."),
  issuedAt: time.optional(),
  expiresAt: time.optional(),
  problem: z.string().optional().describe("Why the state does not count any more."),
};

const skill = {
  id: z.string().describe("The skill's name, or `package:name`; unique in a list."),
  name: z.string(),
  description: z.string(),
  scope: z.enum(["enterprise", "custom", "project", "personal", "package"]),
  path,
  tags: z.array(z.string()),
  enabled: z.boolean().describe("Whether the skill is available here."),
  disabled: z
    .array(
      z.enum([
        "untrusted",
        "agent",
        "tenant",
        "environment",
        "paths",
        "platform",
        "binary",
        "turned-off",
        "denied",
        "withheld",
      ]),
    )
    .min(1)
    .optional()
    .describe("Why it is not available."),
  client: z.string().optional().describe("Agent in whose folder it was found."),
  package: z.string().optional().describe("Package that contains it."),
  hub: hubMark,
};
const shadow = {
  winner: z.string().describe("Id of the skill that has the name."),
  reason: z.enum(["scope", "priority", "order", "identical", "installed-later", "disabled"]),
};
const finding = z
  .strictObject({ code: z.string(), severity, message: z.string(), path })
  .meta({ id: "CatalogFinding" });

const listedDigest = digest
  .nullable()
  .describe("Null if the skill cannot be read completely or is too large; a finding says why.");
const listed = {
  ...skill,
  digest: listedDigest,
  agents: z.array(z.string()).describe("Ids of the agents that look for skills in its folder."),
};
const list = z
  .strictObject({
    version,
    skills: z.array(z.strictObject(listed)),
    shadowed: z
      .array(z.strictObject({ ...listed, ...shadow }))
      .describe("Skills that lost their name to another."),
    findings: z.array(finding),
  })
  .describe("Output of skillwright list --json.");

const score = z.number().min(0).max(1);
const search = z
  .strictObject({
    version,
    query: z.string(),
    results: z
      .array(z.strictObject({ id: z.string(), path, score, name: z.string(), description: z.string() }))
      .describe("Best first."),
  })
  .describe("Output of skillwright search --json.");
const searchBatch = z
  .strictObject({
    id: z.union([z.string(), z.number()]).describe("As in the request."),
    results: z.array(z.strictObject({ path, score })).describe("Best first."),
  })
  .describe("A line of the output of skillwright search --batch --jsonl.");

const explain = z
  .strictObject({
    version,
    name: z.string().describe("As requested."),
    winner: z
      .strictObject(skill)
      .nullable()
      .describe("The skill that has the name; null if none or several do."),
    losers: z.array(z.strictObject({ ...skill, ...shadow })),
    others: z
      .array(z.strictObject(skill))
      .describe("Skills of this name that did not compete for it, such as those in packages."),
    near: z.string().nullable().describe("The most similar id if nothing is found."),
    hubs: z.array(z.strictObject({ ...hubState, deployed: count, revoked: count })),
    findings: z.array(finding).describe("Problems in folders of this name."),
  })
  .describe("Output of skillwright explain --json.");

const use = z
  .strictObject({
    version,
    id: z.string(),
    name: z.string(),
    path,
    digest,
    arguments: z.string().describe("Empty if none were given."),
    content: z.string().describe("Everything the model receives."),
    bytes: count.describe("Size of the content in UTF-8."),
    truncated: z.boolean().describe("Whether the instructions were cut."),
    files: z.array(z.string()).describe("Other files of the skill, relative to its folder."),
    filesLeftOut: count.describe("How many of them the content does not mention."),
    notes: z.array(
      z.union([
        z.strictObject({ kind: z.literal("inline-shell"), command: z.string() }),
        z.strictObject({ kind: z.literal("variable-unknown"), name: z.string() }),
      ]),
    ),
  })
  .describe("Output of skillwright use --json.");

const review = z.strictObject({
  id: z.string(),
  name: z.string(),
  path,
  digest: digest
    .nullable()
    .describe("Null if a skill of the project cannot be read completely; it cannot be trusted then."),
  tools: z.array(z.string()).nullable().describe("Tools it requests; null if it does not say."),
  verdict: verdictSchema,
  reasons: reasonsSchema,
  scripts: count,
  hooks: z.array(z.string()).describe("Events of its hooks."),
  findings: z
    .array(
      z.strictObject({
        rule: z.string(),
        severity,
        file: z.string(),
        line: z.int().min(1),
        message: z.string(),
        level: levelSchema.optional().describe("How dangerous it is."),
      }),
    )
    .describe("Findings of the security rules."),
});
const trust = z
  .union([
    z
      .strictObject({
        version,
        projects: z.array(
          z.strictObject({
            path,
            trusted: z.boolean(),
            skills: z.array(review),
          }),
        ),
      })
      .describe("For a project."),
    z
      .strictObject({
        version,
        projects: z.array(
          z.strictObject({
            path,
            skills: count.describe("Number of trusted skills."),
            at: z.string().describe("UTC date and time in ISO 8601."),
            state: z.enum(["trusted", "changed", "missing", "unreadable"]),
          }),
        ),
      })
      .describe("With --list."),
    z.strictObject({ version, removed: z.array(path) }).describe("With --remove."),
  ])
  .describe("Output of skillwright trust --json.");

const listing = z.strictObject({
  budget: count.nullable().describe("In bytes; null if unlimited."),
  tier: z.enum(["full", "truncated", "names", "search", "none"]),
  bytes: count,
  tokens: count.describe("Estimated."),
  listed: count.describe("Number of skills in the text."),
});
const doctor = z
  .strictObject({
    version,
    skillwright: z.string(),
    node: z.string(),
    platform: z.enum(["linux", "darwin", "win32"]),
    roots: z.array(
      z.strictObject({
        path,
        scope: skill.scope,
        client: skill.client,
        package: skill.package,
        project: z.string().optional().describe("Project that must be trusted."),
        exists: z.boolean(),
        skills: count,
      }),
    ),
    skills: z.strictObject({ found: count, offered: count, disabled: count, shadowed: count }),
    listing: z.strictObject({ full: listing, default: listing, small: listing, bytesPerSkill: count }),
    index: z.strictObject({ folder: z.string().nullable(), files: count, bytes: count }),
    trust: z.strictObject({
      file: z.string(),
      projects: count.describe("Number of trusted projects on this machine."),
      here: z.array(z.strictObject({ path, trusted: z.boolean() })),
    }),
    config: z.array(z.string()).describe("Configuration files in use."),
    hubs: z
      .array(
        z.strictObject({
          ...hubState,
          deployed: z.array(z.strictObject({ name: z.string(), version: z.string(), digest: z.string() })),
          revoked: z.array(
            z.strictObject({
              kind: z.string(),
              value: z.string(),
              message: z.string(),
              expiresAt: time.optional(),
            }),
          ),
        }),
      )
      .describe("Stored states of the organization's hubs."),
    withheld: z
      .array(z.strictObject({ id: z.string(), code: refusal, reason: z.string() }))
      .describe("Skills that a hub does not permit."),
    policies: z.array(
      z.strictObject({
        owner: z.enum(["machine", "user"]),
        path: path.nullable().describe("Null if there is none."),
        problem: z.string().optional().describe("Why it cannot be read; exec and run stop because of it."),
      }),
    ),
    sandbox: z.strictObject({
      name: z.string().nullable().describe("Sandbox that scripts run in; null if there is none."),
      held: z.array(z.string()).describe("Escape attempts that the sandbox blocked."),
      problem: z.string().optional().describe("Why there is no sandbox, and what to install."),
    }),
    installations: z
      .array(
        z.strictObject({
          what: z.enum(["guard", "mcp"]).describe("The guard hook or the MCP server."),
          agent: z.string().describe("Id of the agent."),
          scope: z.enum(["project", "user"]),
          path: path.describe("The settings file."),
          state: z.enum(["installed", "different", "off", "untrusted", "unreadable"]),
          problem: z.string().optional().describe("Why it does not work, and what to do."),
        }),
      )
      .describe("Entries of Skillwright in the settings of other agents."),
    findings: z.array(finding),
  })
  .describe("Output of skillwright doctor --json.");

/** JSON output of the commands that work on the machine's skills. */
export const catalogSchemas: Readonly<Record<string, z.ZodType>> = {
  list,
  search,
  "search-batch": searchBatch,
  explain,
  use,
  trust,
  doctor,
};
