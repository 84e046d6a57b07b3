import { z } from "zod";
import { verdictSchema } from "./verdict.ts";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const hub = z.string().describe("Address of the hub.");
const time = z.string().describe("UTC date and time in ISO 8601.");

const synced = z.strictObject({
  version,
  event: z.literal("synced"),
  hub,
  tenant: z.string(),
  agent: z.string().describe("Id of this machine on the hub."),
  sequence: z.int().min(1).describe("Number of the state that is in force."),
  mode: z.enum(["strict", "best-effort"]).describe("What happens when the state expires."),
  issuedAt: time,
  expiresAt: time,
  folder: z.string().describe("Where the skills are."),
  skills: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      digest: z.string(),
      folder: z.string().describe("Name of its folder."),
      verdict: verdictSchema.optional().describe("Of a scan on this machine; after a change."),
    }),
  ),
  removed: z.array(z.string()).describe("Names of folders that are gone."),
  revocations: count,
  policies: count,
  managed: z
    .array(z.strictObject({ path: z.string(), blocked: z.array(z.string()) }))
    .describe("Folders of other agents that were filled, with skills that something else is in the way of."),
  problems: z.array(z.string()).describe("What else could not be done."),
});

const connection = z.strictObject({ version, hub, event: z.enum(["connected", "disconnected"]) });
const failed = z.strictObject({
  ...{ version, hub, event: z.literal("failed"), reason: z.string() },
  lease: z.string().describe("What the last state still allows."),
});

export const syncSchemas: Readonly<Record<string, z.ZodType>> = {
  sync: z
    .union([synced, connection, failed])
    .describe("A line of the output of skillwright sync --json; with --once there is one."),
};
