import { z } from "zod";
import { readSettings } from "../config/read-settings.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { approvalGroups } from "./approval-groups.ts";
import { type FilePolicy, type PolicyFile, readPattern, toPolicy } from "./policy-file.ts";
import type { LayerKind } from "./policy-layer.ts";

const patterns = z
  .array(
    z.string().refine((text) => readPattern(text) !== undefined, {
      error:
        "expected one tool with or without a pattern that it knows, such as Bash(git:*) or Read(docs/**)",
    }),
  )
  .optional();
const groups = z.array(z.enum(approvalGroups)).optional();

/** The schema of a policy file, JSON or YAML. */
export const PolicySchema: z.ZodType<PolicyFile> = z
  .strictObject({
    $schema: z.string().optional().describe("Where an editor finds this schema."),
    version: z.literal(1).optional().describe("Version of this shape."),
    deny: patterns.describe("Calls that never run."),
    only: patterns.describe("When present, nothing else runs; it allows nothing by itself."),
    ask: patterns.describe("Calls that a person must approve."),
    allow: patterns.describe("Calls that run without asking."),
    otherwise: z
      .enum(["allow", "ask", "deny"])
      .optional()
      .describe("What happens to calls that no rule speaks of; the strictest policy's word counts."),
    requireApprovalFor: groups.describe("Whole groups of tools that a person must approve."),
    mode: z
      .enum(["restrict", "grant", "both", "advisory"])
      .optional()
      .describe(
        "What a skill's allowed-tools mean: shut out all else (the default), need no question, both, or nothing.",
      ),
    emptyAllowlist: z
      .enum(["restrict", "ignore"])
      .optional()
      .describe(
        "Whether an empty allowed-tools leaves only the skill tools (the default) or is passed over.",
      ),
    audit: z
      .enum(["required", "best-effort"])
      .optional()
      .describe("Whether calls are denied when they cannot be recorded (the default)."),
    dynamicContext: z
      .boolean()
      .optional()
      .describe("Whether commands in the instructions of trusted skills run; they do not by default."),
    sandbox: z
      .enum(["required", "optional"])
      .optional()
      .describe(
        "Whether programs of skills may run without a sandbox when a user asks for that; they may by default.",
      ),
    "skill-policy": z
      .strictObject({ "require-approval-for": groups })
      .optional()
      .describe("Another spelling of requireApprovalFor."),
  })
  // An empty file is more likely lost content than an intentionally empty policy.
  .refine((file) => file.version === 1 || file["skill-policy"] !== undefined, {
    error: 'expected "version": 1',
  })
  .describe("What an organisation, a project or a user says about tool calls.");

/** Reads a policy file. A missing or unclear file is an error, never an empty policy. */
export function readPolicy(fs: FileSystem, path: string, kind: LayerKind = "organisation"): FilePolicy {
  return toPolicy(readSettings(fs, { path, schema: PolicySchema, maxBytes: limits.policyFileBytes }), kind);
}
