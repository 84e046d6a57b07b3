import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const publish = z
  .strictObject({
    version,
    publications: z.array(
      z.strictObject({
        names: z.array(z.string()).describe("The skills; several only for a site."),
        destination: z.string().describe("Registry, hub or folder, without secrets."),
        items: z.array(
          z.strictObject({
            path: z.string().describe("Address or path below the destination."),
            size: z.int().min(0),
            digest: digest.describe("SHA-256 of the bytes."),
          }),
        ),
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

/** Schemas of commands that publish and get skills. */
export const packagingSchemas: Readonly<Record<string, z.ZodType>> = { publish, login };
