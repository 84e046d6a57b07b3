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
      }),
    ),
  })
  .describe("Output of skillwright verify --json.");

/** Schemas of commands on the installed skills. */
export const installedSchemas: Readonly<Record<string, z.ZodType>> = { verify };
