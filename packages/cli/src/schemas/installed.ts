import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");

const verify = z
  .strictObject({
    version,
    skills: z.array(
      z.strictObject({
        name: z.string(),
        status: z
          .enum(["ok", "modified", "missing", "extra", "unsigned", "revoked"])
          .describe("The gravest that applies."),
        files: z
          .array(z.strictObject({ path: z.string(), status: z.enum(["modified", "missing", "extra"]) }))
          .describe("The files that differ from the lock, by absolute path."),
        reason: z.string().optional().describe("Why it is unsigned or revoked."),
        conflicts: z
          .array(z.string())
          .optional()
          .describe("Those of the files that an update left to be merged by hand: FILE.new."),
      }),
    ),
  })
  .describe("Output of skillwright verify --json.");

const why = z
  .strictObject({
    version,
    name: z.string(),
    source: z.string(),
    resolved: z.string().describe("Commit, version or digest it was taken from."),
    digest: z.string().describe("Content digest."),
    reasons: z
      .array(
        z.strictObject({
          sets: z
            .array(z.string())
            .describe("Sets of skillwright.json that want the first skill of the chain."),
          chain: z.array(z.string()).describe("Skills that need each other, down to this one."),
        }),
      )
      .describe("Shortest chain first; empty if nothing wants it."),
    unread: z.array(z.string()).describe("Included sources that were not read."),
  })
  .describe("Output of skillwright why --json.");

const undo = z
  .strictObject({
    version,
    paths: z.array(z.string()).describe("Skills, links and files that were restored or removed."),
    applied: z.boolean().describe("False for a dry run."),
  })
  .describe("Output of skillwright undo --json.");

const outdated = z
  .strictObject({
    version,
    skills: z
      .array(
        z.strictObject({
          name: z.string(),
          source: z.string(),
          current: z.string().describe("Installed version, or commit or digest without one."),
          wanted: z.string().describe("The newest that skillwright.json and the policies allow."),
          latest: z.string().describe("The newest of all."),
        }),
      )
      .describe("Skills that are outdated; empty if none is."),
  })
  .describe("Output of skillwright outdated --json.");

/** Schemas of commands on the installed skills. */
export const installedSchemas: Readonly<Record<string, z.ZodType>> = { outdated, undo, verify, why };
