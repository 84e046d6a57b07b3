import { z } from "zod";

// The parts come before the whole here: they are constants, and must exist when it is made.

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const severity = z.enum(["error", "warning", "info"]);
const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe("Of every file of the skill as it is now.");
const path = z
  .string()
  .describe("As the caller named it, below a folder after --root; otherwise absolute. With `/`.");

const skill = {
  id: z.string().describe("What the skill is called with: its name, or `package:name`; unique in a list."),
  name: z.string(),
  description: z.string(),
  scope: z.enum(["enterprise", "custom", "project", "personal", "package"]),
  path,
  tags: z.array(z.string()),
  enabled: z.boolean().describe("Whether it is offered here."),
  disabled: z
    .array(
      z.enum(["untrusted", "agent", "tenant", "environment", "paths", "platform", "binary", "turned-off"]),
    )
    .min(1)
    .optional()
    .describe("Why it is not offered."),
  client: z.string().optional().describe("Agent whose folder it was found in."),
  package: z.string().optional().describe("Package it comes with."),
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
  .describe("Null when the skill cannot be read whole or is too large; a finding says why.");
const list = z
  .strictObject({
    version,
    skills: z.array(z.strictObject({ ...skill, digest: listedDigest })),
    shadowed: z
      .array(z.strictObject({ ...skill, digest: listedDigest, ...shadow }))
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
    name: z.string().describe("As it was asked for."),
    winner: z.strictObject(skill).nullable().describe("Who has the name; null when nobody has, or several."),
    losers: z.array(z.strictObject({ ...skill, ...shadow })),
    others: z.array(z.strictObject(skill)).describe("Skills of this name that did not compete for it."),
    near: z.string().nullable().describe("The nearest id when nothing is found."),
    findings: z.array(finding).describe("What is amiss in folders of this name."),
  })
  .describe("Output of skillwright explain --json.");

const use = z
  .strictObject({
    version,
    id: z.string(),
    name: z.string(),
    path,
    digest,
    arguments: z.string().describe("Empty when none were given."),
    content: z.string().describe("All that a model gets."),
    bytes: count.describe("Of the content in UTF-8."),
    truncated: z.boolean().describe("The instructions end early."),
    files: z.array(z.string()).describe("Files that come with the skill, relative to it."),
    filesLeftOut: count.describe("How many of them the content does not name."),
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
    .describe("Null when a skill of the project cannot be read whole: nobody can vouch for it then."),
  tools: z.array(z.string()).nullable().describe("Tools it asks for; null when it does not say."),
  scripts: count,
  hooks: z.array(z.string()).describe("What its hooks run on."),
  findings: z
    .array(
      z.strictObject({
        rule: z.string(),
        severity,
        file: z.string(),
        line: z.int().min(1),
        message: z.string(),
      }),
    )
    .describe("What the security rules say."),
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
      .describe("Of the project."),
    z
      .strictObject({
        version,
        projects: z.array(
          z.strictObject({
            path,
            skills: count.describe("That were vouched for."),
            at: z.string().describe("Date and time of day in UTC, as ISO 8601 has it."),
            state: z.enum(["trusted", "changed", "missing", "unreadable"]),
          }),
        ),
      })
      .describe("With --list."),
    z.strictObject({ version, removed: z.array(path) }).describe("With --remove."),
  ])
  .describe("Output of skillwright trust --json.");

const listing = z.strictObject({
  budget: count.nullable().describe("In bytes; null for none."),
  tier: z.enum(["full", "truncated", "names", "search", "none"]),
  bytes: count,
  tokens: count.describe("Estimated."),
  listed: count.describe("Skills that the text names."),
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
      projects: count.describe("That are trusted anywhere."),
      here: z.array(z.strictObject({ path, trusted: z.boolean() })),
    }),
    config: z.array(z.string()).describe("Configuration files that were read."),
    policies: z.array(
      z.strictObject({
        owner: z.enum(["machine", "user"]),
        path: path.nullable().describe("Null when there is none."),
        problem: z.string().optional().describe("Why it cannot be read, so that exec and run stop."),
      }),
    ),
    sandbox: z.strictObject({
      name: z.string().nullable().describe("Of what scripts run in; null when they cannot."),
      held: z.array(z.string()).describe("Ways out that were tried and found closed."),
      problem: z.string().optional().describe("Why there is none, and what to install."),
    }),
    findings: z.array(finding),
  })
  .describe("Output of skillwright doctor --json.");

/** Shapes of what the commands on the skills of a machine print. */
export const catalogSchemas: Readonly<Record<string, z.ZodType>> = {
  list,
  search,
  "search-batch": searchBatch,
  explain,
  use,
  trust,
  doctor,
};
