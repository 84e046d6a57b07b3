import { promptFormats } from "@skillwright/core/listing";
import { z } from "zod";
import { agentSchemas } from "./schemas/agents.ts";
import { catalogSchemas } from "./schemas/catalog.ts";
import { evalSchemas } from "./schemas/eval.ts";
import { governanceSchemas } from "./schemas/governance.ts";
import { hubGovernanceSchemas } from "./schemas/hub-governance.ts";
import { installedSchemas } from "./schemas/installed.ts";
import { packagingSchemas } from "./schemas/packaging.ts";
import { programSchemas } from "./schemas/programs.ts";
import { syncSchemas } from "./schemas/sync.ts";
import { suiteSchemas } from "./schemas/test.ts";
import { levelSchema, verdictSchema } from "./schemas/verdict.ts";

// Parts come first: they are constants that the schemas below use.

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const severity = z.enum(["error", "warning", "info"]);
const category = z.enum(["spec", "quality", "security"]);

const position = z
  .strictObject({ line: z.int().min(1), column: z.int().min(1) })
  .meta({ id: "Position", description: "Both start at 1; columns are UTF-16 code units." });
const range = z
  .strictObject({ start: position, end: position })
  .meta({ id: "Range", description: "The end is exclusive." });
const finding = z
  .strictObject({
    rule: z.string().describe("Id of the rule; `skillwright rules ID` explains it."),
    category,
    severity,
    message: z.string(),
    file: z.string(),
    range,
    fix: z
      .strictObject({ title: z.string(), safe: z.boolean() })
      .optional()
      .describe("Present if --fix can repair it; unsafe fixes need --fix --unsafe."),
    level: levelSchema.optional().describe("How dangerous it is; of security findings, as all that follow."),
    confidence: z
      .enum(["certain", "likely", "possible"])
      .optional()
      .describe("How sure the rule is that the text does what the message says."),
    why: z.string().optional().describe("Why it matters to the person who installs the skill."),
    remedy: z.string().optional().describe("What the author or the installer does about it."),
    owasp: z.array(z.string()).optional().describe("Entries of the OWASP Agentic Skills Top 10."),
    fingerprint: z
      .string()
      .optional()
      .describe("The same until the text it is about changes; suppressions refer to it."),
  })
  .meta({ id: "Finding" });
const checkedSkill = z
  .strictObject({
    path: z.string().describe("Directory of the skill as given by the caller."),
    file: z.string().describe("Path of its SKILL.md."),
    name: z.string().nullable().describe("Null if the skill has none."),
    valid: z
      .boolean()
      .describe(
        "True if no finding is an error and the verdict, if there is one, is neither block nor review.",
      ),
    verdict: verdictSchema.optional(),
    reasons: z
      .array(z.strictObject({ rule: z.string(), level: levelSchema, message: z.string() }))
      .optional()
      .describe("The findings that decide the verdict, most dangerous first."),
    unread: z
      .array(
        z.strictObject({
          path: z.string(),
          reason: z.enum([
            "too-large",
            "too-many",
            "encrypted",
            "binary",
            "damaged",
            "budget",
            "folder",
            "unreadable",
          ]),
          used: z.boolean().describe("Something in the skill runs or opens it."),
        }),
      )
      .optional()
      .describe("What the scan could not read."),
    acceptedUnread: z
      .array(z.strictObject({ path: z.string(), reason: z.string() }))
      .optional()
      .describe("What the scan could not read and the baseline accepts."),
    suppressed: z
      .array(
        z.strictObject({
          ...{ rule: z.string(), level: levelSchema, message: z.string(), file: z.string(), range },
          ...{ fingerprint: z.string(), reason: z.string(), expires: z.string().optional() },
        }),
      )
      .optional()
      .describe("Findings that the baseline or the configuration accepts; they do not count."),
    findings: z.array(finding),
  })
  .meta({ id: "CheckedSkill" });
const checkReport = z
  .strictObject({
    version,
    profile: z.string(),
    skills: z.array(checkedSkill),
    summary: z.strictObject({
      skills: count,
      valid: count,
      errors: count,
      warnings: count,
      infos: count,
      verdicts: z.strictObject({ block: count, review: count, partial: count, pass: count }).optional(),
    }),
  })
  .describe("Output of skillwright check, validate, lint and scan with --json.");

const need = z.enum(["network", "writes", "commands", "otherFiles", "farFiles"]);
const inferredManifests = z
  .strictObject({
    version,
    skills: z.array(
      z.strictObject({
        path: z.string(),
        file: z.string(),
        status: z.enum(["written", "proposed", "declared", "unreadable", "failed"]),
        reason: z.string().optional().describe("Why it was not written."),
        manifest: z.string().describe("The frontmatter that declares these needs and no more."),
        needs: z
          .array(z.strictObject({ need, file: z.string(), line: z.int().min(1) }))
          .describe("Each need with the first place that shows it."),
        undeclared: z.array(need).describe("What the skill's own manifest does not declare."),
      }),
    ),
  })
  .describe("Output of skillwright scan --infer --json.");

const rule = z.strictObject({
  rule: z.string(),
  category,
  severity: severity.describe("Severity in the standard profile."),
  summary: z.string(),
  options: z.record(z.string(), z.number()).describe("Options by name, with their defaults."),
});
const ruleList = z
  .strictObject({
    version,
    rules: z.array(rule),
    profiles: z.array(z.strictObject({ name: z.string(), summary: z.string() })),
  })
  .describe("Output of skillwright rules --json.");

const prompt = z
  .strictObject({ version, format: z.enum(promptFormats), prompt: z.string() })
  .describe("Output of skillwright to-prompt --json.");

const texts: z.ZodType = z
  .lazy(() => z.union([z.string(), z.array(texts), z.record(z.string(), texts)]))
  .meta({ id: "Texts", description: "Scalars are strings as written by the author." });
const properties = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    license: texts.optional(),
    compatibility: texts.optional(),
    "allowed-tools": texts.optional(),
    metadata: texts.optional(),
  })
  .describe("Output of skillwright read-properties, in the reference tool's format.");

const trit = z.enum(["0", "+1", "-1"]);
const element = z.literal([0, 1, 2]).describe("Element of GF(3).");
const role = z.enum(["Coordinator", "Generator", "Verifier"]);
const color = z.string().regex(/^#[0-9A-F]{6}$/);
const balance = z
  .strictObject({
    version,
    skills: z.array(z.strictObject({ path: z.string(), name: z.string(), trit, element, role, color })),
    balanced: z.boolean(),
    sum: z.int(),
    needs: z
      .strictObject({ element, trit, role })
      .nullable()
      .describe("What would balance the set; null if it is balanced."),
  })
  .describe("Output of skillwright balance --json.");

const shown = {
  path: z.string(),
  name: z.string(),
  description: z.string(),
  trit,
  role,
  color,
  lines: count,
  tokens: count.describe("Estimated."),
  manifest: z.record(z.string(), z.unknown()).describe("The normalized frontmatter."),
};
const shownSkills = z
  .union([
    z.strictObject({ version, ...shown }).describe("For one skill."),
    z.strictObject({ version, skills: z.array(z.strictObject(shown)) }).describe("For a folder of skills."),
  ])
  .describe("Output of skillwright show --json.");

const newSkill = z
  .strictObject({ version, path: z.string(), files: z.array(z.string()) })
  .describe("Output of skillwright new --json.");

/**
 * Schemas of all JSON output, by name. `npm run generate` writes them to `schemas/*.schema.json`. Nothing imports them at
 * run time, because loading zod takes longer than most commands.
 */
export const outputSchemas: Readonly<Record<string, z.ZodType>> = {
  "check-report": checkReport,
  "inferred-manifests": inferredManifests,
  rules: ruleList,
  "to-prompt": prompt,
  "read-properties": properties,
  balance,
  show: shownSkills,
  new: newSkill,
  ...catalogSchemas,
  ...governanceSchemas,
  ...syncSchemas,
  ...hubGovernanceSchemas,
  ...programSchemas,
  ...packagingSchemas,
  ...installedSchemas,
  ...agentSchemas,
  ...suiteSchemas,
  ...evalSchemas,
};
