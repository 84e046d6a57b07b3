import { z } from "zod";
import { readSettings } from "../config/read-settings.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { policyLimits } from "./limits.ts";
import {
  approvalGroups,
  digestPattern,
  type FilePolicy,
  type PolicyFile,
  readPattern,
  toPolicy,
} from "./policy-file.ts";

import type { LayerKind } from "./policy-layer.ts";

const patterns = z
  .array(
    z.string().refine((text) => readPattern(text) !== undefined, {
      error: "expected one tool, optionally with a pattern, such as Bash(git:*) or Read(docs/**)",
    }),
  )
  .optional();
const groups = z.array(z.enum(approvalGroups)).optional();

const lines = z.array(z.string().min(1)).optional();
const install = z
  .strictObject({
    minimumReleaseAgeHours: z
      .number()
      .min(0)
      .optional()
      .describe(
        "Hours since its publication before a version from a public source may be installed; 24 by default. Hubs and local folders are exempt. The date of a git commit is only what its author wrote: a policy that states an age also counts from when this machine first saw the commit, unless the lock already has it.",
      ),
    releaseAgeExclude: lines.describe("Sources, as patterns, that are exempt from the minimum age."),
    trustDowngrade: z
      .enum(["refuse", "allow"])
      .optional()
      .describe(
        "Whether a skill that was signed may be replaced by an unsigned one or one of another signer; it may not by default.",
      ),
    allowedSources: lines.describe(
      "If present, skills come only from these sources: patterns such as github:acme/*, npm:@acme/* or hub:*.",
    ),
    blockedSources: lines.describe(
      "Sources, as patterns, that nothing is installed from. `verify` reports installed skills from them as revoked.",
    ),
    blockedDigests: z
      .array(z.string().regex(digestPattern, { error: "expected sha256: and 64 hexadecimal digits" }))
      .optional()
      .describe(
        "Content digests, as in the lock, that are not installed. `verify` reports installed skills with them as revoked.",
      ),
    requireSignature: z.boolean().optional().describe("Whether unsigned skills are refused; not by default."),
    trustedKeys: lines.describe(
      "Public keys whose signatures count, as key:ID; `skillwright keys list` shows yours.",
    ),
    trustedIdentities: lines.describe(
      "Identities whose signatures count, as SUBJECT (ISSUER), where SUBJECT is a pattern: * inside one part of a path, ** for any parts. The issuer may be left out for workflows below https://github.com/ and https://gitlab.com/.",
    ),
    trustRoot: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Sigstore's trusted_root.json, which signatures of identities are verified with: an absolute path, or one relative to the policy. The strongest policy that names one decides.",
      ),
    exoticDependencies: z
      .enum(["refuse", "allow"])
      .optional()
      .describe(
        "Whether a skill's dependencies may come from elsewhere than a registry or its own source; they may not by default.",
      ),
    verifyAtActivation: z
      .union([z.boolean(), z.literal("all")])
      .optional()
      .describe(
        'Whether skills that a lock lists are compared with it each time they are loaded, and their signatures verified where requireSignature is set; not by default. With "all", skills that no lock lists are refused.',
      ),
    maxVerdict: z
      .enum(["pass", "partial", "review", "block"])
      .optional()
      .describe(
        "The worst verdict of a scan that a skill may have, both when it is installed or trusted and each time it is loaded. Without it, only installing and trusting skills with the verdict block is refused, unless the user passes --accept-verdict block.",
      ),
  })
  .optional();

/** The schema of a policy file, JSON or YAML. */
export const PolicySchema: z.ZodType<PolicyFile> = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors."),
    version: z.literal(1).optional().describe("Version of this format."),
    deny: patterns.describe("Calls that never run."),
    only: patterns.describe("If present, nothing else runs; by itself it allows nothing."),
    ask: patterns.describe("Calls that a person must approve."),
    allow: patterns.describe("Calls that run without asking."),
    otherwise: z
      .enum(["allow", "ask", "deny"])
      .optional()
      .describe("Default for calls that no rule matches; the strictest policy wins."),
    requireApprovalFor: groups.describe("Groups of tools that a person must approve."),
    mode: z
      .enum(["restrict", "grant", "both", "advisory"])
      .optional()
      .describe(
        "What a skill's allowed-tools mean: exclude everything else (the default), skip approval, both, or nothing but a record of what they would exclude.",
      ),
    emptyAllowlist: z
      .enum(["restrict", "ignore"])
      .optional()
      .describe("Whether an empty allowed-tools leaves only the skill tools (the default) or is ignored."),
    audit: z
      .enum(["required", "best-effort"])
      .optional()
      .describe("Whether calls are denied if they cannot be recorded (the default)."),
    dynamicContext: z
      .boolean()
      .optional()
      .describe("Whether commands in the instructions of trusted skills run; they do not by default."),
    sandbox: z
      .enum(["required", "optional"])
      .optional()
      .describe(
        "Whether skills' programs may run without a sandbox at a user's request; they may by default.",
      ),
    protect: z
      .boolean()
      .optional()
      .describe(
        "Whether guarded agents are kept from changing their own settings, the guard's program, policies, log and state; they are by default.",
      ),
    install: install.describe("What may be installed. All policies apply."),
    "skill-policy": z
      .strictObject({ "require-approval-for": groups })
      .optional()
      .describe("Another spelling of requireApprovalFor."),
  })
  // An empty file is more likely lost content than an intentionally empty policy.
  .refine((file) => file.version === 1 || file["skill-policy"] !== undefined, {
    error: 'expected "version": 1',
  })
  .describe("An organization's, project's or user's rules on tool calls.");

/** Reads a policy file. A missing or unclear file is an error, never an empty policy. */
export function readPolicy(fs: FileSystem, path: string, kind: LayerKind = "organisation"): FilePolicy {
  return toPolicy(
    readSettings(fs, { path, schema: PolicySchema, maxBytes: policyLimits.policyFileBytes }),
    kind,
    path,
  );
}
