import { z } from "zod";
import { readSettings } from "../config/read-settings.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { type ToolPattern, tokenizeTools } from "../parse/tokenize-tools.ts";
import { type ApprovalGroup, approvalGroups, toolsOfGroup } from "./approval-groups.ts";
import type { Effect } from "./effect.ts";
import type { LayerKind, PolicyLayer } from "./policy-layer.ts";
import { isClearRule } from "./rule.ts";
import type { ToolMode } from "./skill-layer.ts";

type PolicyFile = {
  $schema?: string | undefined;
  version?: 1 | undefined;
  deny?: string[] | undefined;
  only?: string[] | undefined;
  ask?: string[] | undefined;
  allow?: string[] | undefined;
  otherwise?: Effect | undefined;
  requireApprovalFor?: ApprovalGroup[] | undefined;
  mode?: ToolMode | undefined;
  emptyAllowlist?: "restrict" | "ignore" | undefined;
  audit?: "required" | "best-effort" | undefined;
  dynamicContext?: boolean | undefined;
  sandbox?: "required" | "optional" | undefined;
  "skill-policy"?: { "require-approval-for"?: ApprovalGroup[] | undefined } | undefined;
};

const patterns = z
  .array(
    z.string().refine((text) => readPattern(text) !== undefined, {
      error:
        "expected one tool with or without a pattern that it knows, such as Bash(git:*) or Read(docs/**)",
    }),
  )
  .optional();
const groups = z.array(z.enum(approvalGroups)).optional();

/** The shape of a policy file, JSON or YAML. */
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
  // An empty file is more likely a lost one than a policy that says nothing.
  .refine((file) => file.version === 1 || file["skill-policy"] !== undefined, {
    error: 'expected "version": 1',
  })
  .describe("What an organisation, a project or a user says about tool calls.");

/** What one party says about tool calls, and about how skills are run. */
export type Policy = {
  readonly layer?: PolicyLayer;
  readonly mode?: ToolMode;
  readonly emptyList?: "restrict" | "ignore";
  readonly audit?: "required" | "best-effort";
  readonly dynamicContext?: boolean;
  /** No program of a skill may run unconfined. */
  readonly sandbox?: "required" | "optional";
};

/** A file always says something about tool calls, be it nothing. */
type FilePolicy = Policy & { readonly layer: PolicyLayer };

/** Reads a policy file; one that is missing or not understood in full is an error, never an empty policy. */
export function readPolicy(fs: FileSystem, path: string, kind: LayerKind = "organisation"): FilePolicy {
  const file = readSettings(fs, { path, schema: PolicySchema, maxBytes: limits.policyFileBytes });
  const { mode, emptyAllowlist: emptyList, audit, dynamicContext, sandbox } = file;
  return {
    layer: toLayer(file, kind),
    ...(mode === undefined ? {} : { mode }),
    ...(emptyList === undefined ? {} : { emptyList }),
    ...(audit === undefined ? {} : { audit }),
    ...(dynamicContext === undefined ? {} : { dynamicContext }),
    ...(sandbox === undefined ? {} : { sandbox }),
  };
}

function toLayer(file: PolicyFile, kind: LayerKind): PolicyLayer {
  const { deny, only, allow, otherwise } = file;
  const named = [
    ...(file.requireApprovalFor ?? []),
    ...(file["skill-policy"]?.["require-approval-for"] ?? []),
  ];
  const ask = [...readPatterns(file.ask ?? []), ...named.flatMap(toolsOfGroup)];
  return {
    kind,
    name: kind,
    ...(deny ? { deny: readPatterns(deny) } : {}),
    ...(only ? { only: readPatterns(only) } : {}),
    ...(ask.length > 0 ? { ask } : {}),
    ...(allow ? { allow: readPatterns(allow) } : {}),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
}

function readPatterns(texts: readonly string[]): readonly ToolPattern[] {
  return texts.flatMap((text) => readPattern(text) ?? []);
}

/** The one pattern of a text; undefined unless every word of it is understood. */
function readPattern(text: string): ToolPattern | undefined {
  const [token, another] = tokenizeTools(text.trim());
  if (!token || another) return undefined;
  const { text: source, tool, pattern } = token;
  const entry = { text: source, tool, ...(pattern === undefined ? {} : { pattern }) };
  return isClearRule(entry) ? entry : undefined;
}
