import { z } from "zod";
import { levelSchema, reasonsSchema, verdictSchema } from "./verdict.ts";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const packFinding = z.strictObject({
  rule: z.string(),
  category: z.enum(["spec", "quality", "security"]),
  severity: z.enum(["error", "warning", "info"]),
  message: z.string(),
  file: z.string(),
  range: z.strictObject({ start: z.unknown(), end: z.unknown() }).describe("As in check-report."),
});
const pack = z
  .strictObject({
    version,
    file: z.string().nullable().describe("The package; null if it was refused."),
    signature: z.string().optional().describe("With --sign: the Sigstore bundle beside it."),
    digest: digest.describe(
      "Content digest over the list of files, the same in every format but uaaps, which adds a manifest.",
    ),
    files: z.array(
      z.strictObject({
        path: z.string(),
        size: z.int().min(0),
        digest: digest.describe("SHA-256 of the bytes."),
        linksTo: z.string().optional().describe("For a link: its target in the package."),
      }),
    ),
    leftOut: z.array(z.string()).describe("Files and folders that are not packed."),
    findings: z.array(packFinding).describe("Why it was refused."),
    written: z.boolean().describe("False with --dry-run."),
  })
  .describe("Output of skillwright pack --json.");

const publish = z
  .strictObject({
    version,
    publications: z.array(
      z.strictObject({
        names: z.array(z.string()).describe("The skills; several only for a site."),
        destination: z.string().describe("Registry, hub or folder, without secrets."),
        source: z
          .string()
          .optional()
          .describe(
            "What skillwright add takes to get it; absent for a site, whose address is not known here.",
          ),
        items: z.array(
          z.strictObject({
            path: z.string().describe("Address or path below the destination."),
            size: z.int().min(0),
            digest: digest.describe("SHA-256 of the bytes."),
          }),
        ),
        state: z.string().optional().describe("On a hub: approved, pending or rejected by its policies."),
      }),
    ),
    published: z.boolean().describe("False with --dry-run."),
  })
  .describe("Output of skillwright publish --json.");

const login = z
  .strictObject({
    version,
    file: z.string().describe("The file with the tokens."),
    logins: z.array(
      z.strictObject({
        url: z.string(),
        user: z.string().nullable(),
        hub: z.boolean().describe("Whether this is the hub of `hub:` sources."),
      }),
    ),
  })
  .describe("Output of skillwright login --json.");

const key = z.string().regex(/^key:[A-Za-z0-9_-]{43}$/);

const keys = z
  .strictObject({
    version,
    keys: z.array(
      z.strictObject({
        name: z.string(),
        key: key.describe("As the policy field install.trustedKeys takes it."),
        publicKey: z.string().describe("The public key in PEM."),
        file: z.string().describe("The file of the private key."),
        encrypted: z.boolean().describe("Whether the private key needs a passphrase."),
      }),
    ),
  })
  .describe("Output of skillwright keys new, list and export with --json.");

const keysSign = z
  .strictObject({
    version,
    signer: key,
    statement: z
      .strictObject({ name: z.string(), version: z.string().nullable(), digest })
      .describe("What the signature is valid for."),
    bundle: z.string().describe("The Sigstore bundle, as JSON text."),
  })
  .describe("Output of skillwright keys sign --json.");

const planFindings = z.array(
  z.strictObject({
    rule: z.string(),
    severity: z.enum(["error", "warning", "info"]),
    file: z.string(),
    line: z.int().min(1),
    message: z.string(),
    level: levelSchema.optional().describe("How dangerous it is."),
  }),
);
const plan = z.strictObject({
  version,
  plan: z.array(
    z.strictObject({
      action: z.enum(["install", "update", "remove", "keep"]),
      name: z.string().describe("The name it is installed under."),
      source: z.string().describe("Where it comes from, without a version."),
      resolved: z.string().describe("Commit, version or digest it is taken from."),
      digest: digest.describe("Content digest over the list of files."),
      version: z.string().nullable(),
      signer: z.string().nullable().describe("Null if no signature was verified."),
      targets: z.array(
        z.strictObject({
          path: z.string(),
          agents: z.array(z.string()).describe("Agents that read it."),
          kind: z.enum(["store", "link", "copy"]),
          change: z.enum(["add", "update", "remove", "keep", "blocked"]),
          discards: z
            .array(z.string())
            .optional()
            .describe(
              "With --force: the files of a folder that a link replaces, or that are edited in a copy.",
            ),
        }),
      ),
      files: z
        .array(
          z.strictObject({
            path: z.string(),
            change: z.enum(["add", "replace", "merge", "conflict", "remove", "keep"]),
            beside: z.string().optional().describe("For a conflict: where the new file goes; yours stays."),
            discards: z
              .literal(true)
              .optional()
              .describe("With --force: your edits of it, or your file, are lost."),
          }),
        )
        .describe("Files of the stored copy that change, and those of the user that stay."),
      verdict: verdictSchema.optional(),
      reasons: reasonsSchema.optional(),
      findings: planFindings.describe("What the security rules find in the new content."),
      newFindings: planFindings
        .optional()
        .describe("For an update: those that the installed version does not have."),
      requestedTools: z
        .array(z.string())
        .describe("The tools that it lists; empty if nothing new comes, or without a list."),
      allowsAllTools: z
        .boolean()
        .optional()
        .describe("For new content: whether it has no list of tools, so that it may use all."),
      neededBy: z
        .array(z.string())
        .describe(
          "Skills that need it, by the names they are installed under; for a removal, those that did.",
        ),
      unmetRequirements: z
        .array(z.strictObject({ requirement: z.string(), reason: z.string() }))
        .describe("Programs that it needs and this machine lacks, for new content."),
      hooks: z.array(z.string()).optional().describe("For an update: what its hooks run."),
      previous: z
        .strictObject({
          resolved: z.string(),
          version: z.string().nullable(),
          requestedTools: z.array(z.string()).nullable().describe("Null if it lists none."),
          hooks: z.array(z.string()),
          verdict: verdictSchema,
        })
        .optional()
        .describe("For an update: what the installed version is and asks for."),
    }),
  ),
  warnings: z.array(z.string()),
  applied: z.boolean().describe("False with --dry-run, without --yes, or if there is nothing to do."),
});
const add = plan.describe("Output of skillwright add --json.");
const addList = z
  .strictObject({
    version,
    skills: z.array(
      z.strictObject({
        source: z.string(),
        name: z.string(),
        description: z.string(),
        path: z.string().describe("Its folder in the source; empty for the source itself."),
      }),
    ),
  })
  .describe("Output of skillwright add --list --json.");
const remove = plan.describe("Output of skillwright remove --json.");
const update = plan.describe("Output of skillwright update --json.");

/** Schemas of commands that publish and get skills. */
export const packagingSchemas: Readonly<Record<string, z.ZodType>> = {
  add,
  "add-list": addList,
  keys,
  "keys-sign": keysSign,
  login,
  pack,
  publish,
  remove,
  update,
};
