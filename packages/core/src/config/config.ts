import { z } from "zod";
import type { CheckSettings, RuleSetting } from "../check/check-skill.ts";
import { findRule, rules } from "../check/rules.ts";
import type { Scope } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { profiles } from "../profiles/profiles.ts";
import { compact } from "../text/compact.ts";
import { suggest } from "../text/suggest.ts";
import { readSettings } from "./read-settings.ts";

export { readSettings, type SettingsFile } from "./read-settings.ts";

const severity = z.enum(["error", "warning", "info", "off"]);
const ruleSetting = z.union([severity, z.tuple([severity, z.record(z.string(), z.number())])], {
  error: "expected error, warning, info or off, or a list of one of them and options with numbers",
});

type SeverityName = "error" | "warning" | "info" | "off";
type ConfigFile = {
  $schema?: string | undefined;
  profile?: string | undefined;
  rules?: Record<string, SeverityName | [SeverityName, Record<string, number>]> | undefined;
  ignore?: string[] | undefined;
  catalog?: CatalogConfig | undefined;
  mirrors?: Record<string, string> | undefined;
  suppressions?: Suppression[] | undefined;
};

/** A security finding that a person has looked at and accepts for a time. */
export type Suppression = {
  readonly rule: string;
  /** The file, relative to the configuration. */
  readonly path: string;
  /** Of the finding; it changes with the text that the finding is about. */
  readonly fingerprint: string;
  readonly reason: string;
  /** The last day on which it counts, as YYYY-MM-DD. */
  readonly expires: string;
};

/** Which skills are found and offered. A project's config file may only add folders inside the project. */
export type CatalogConfig = {
  readonly roots?: readonly { readonly path: string; readonly scope?: Scope | undefined }[] | undefined;
  readonly clients?: readonly string[] | undefined;
  readonly precedence?: string | readonly Scope[] | undefined;
  readonly off?: readonly string[] | undefined;
  readonly agent?: string | undefined;
  readonly tenant?: string | undefined;
  readonly environment?: string | undefined;
};

const scope = z.enum(["enterprise", "custom", "project", "personal", "package"]);
const root = z.strictObject({
  path: z.string().min(1).describe("A folder of skills, relative to this file or starting with `~/`."),
  scope: z
    .enum(["custom", "project", "personal", "package"])
    .optional()
    .describe(
      "Scope of its skills; custom when absent. Only an administrator can set up enterprise folders.",
    ),
});
const catalog = z.strictObject({
  roots: z.array(root).optional().describe("Additional folders to search for skills."),
  clients: z.array(z.string()).optional().describe("Agents whose folders are searched; all when absent."),
  precedence: z
    .union([z.string(), z.array(scope)])
    .optional()
    .describe("Which scope wins on equal names: a preset, or the scopes from first to last."),
  off: z.array(z.string()).optional().describe("Names or globs of skills that are never offered."),
  agent: z
    .string()
    .optional()
    .describe("Agent to select skills for, where skills are limited to certain agents."),
  tenant: z.string().optional().describe("Tenant to select skills for."),
  environment: z.string().optional().describe("Environment to select skills for, such as production."),
});

const suppression = z.strictObject({
  rule: z.string().min(1).describe("Id of the security rule."),
  path: z.string().min(1).describe("The file that the finding is in, relative to this file."),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("Of the finding, as `scan --json` shows it; another one once the text changes."),
  reason: z.string().trim().min(1).describe("Why the finding is acceptable."),
  expires: z.iso.date().describe("The last day on which it counts, as YYYY-MM-DD."),
});

const address = z
  .string()
  .refine((text) => /^(?:https?|file):\/\//.test(text) && URL.canParse(text) && !/[?#@\s]/.test(text), {
    error: "expected an https:// address without user, password and query",
  });

/** The shape of `skillwright.config.json` and `.yaml`. */
export const ConfigSchema: z.ZodType<ConfigFile> = z
  .strictObject({
    $schema: z.string().optional().describe("URL of this schema, for editors."),
    profile: z
      .enum([...profiles.map((profile) => profile.name), "gemini"])
      .optional()
      .describe("Client profile to check against; the --profile flag overrides it."),
    rules: z
      .record(z.string(), ruleSetting)
      .optional()
      .describe("Severity per rule, or [severity, options]."),
    ignore: z
      .array(z.string())
      .optional()
      .describe("Folders to skip, as globs relative to the checked folder."),
    suppressions: z
      .array(suppression)
      .optional()
      .describe(
        "Security findings that `scan` and `check` leave out of the verdict. Without effect in a skill's own folder, unless --config names the file.",
      ),
    catalog: catalog
      .optional()
      .describe("Which skills `list`, `search` and the other commands find and offer."),
    mirrors: z
      .record(address, address)
      .optional()
      .describe(
        "Mirrors of git repositories, sites and registries: the start of an address, and what replaces it. Digests are still verified, and a mirror gets only logins of its own. Counts only in your own configuration, not in that of a project.",
      ),
  })
  .describe("Skillwright configuration of a project.");

export { PolicySchema, readPolicy } from "../policy/policy.ts";
export type { Policy } from "../policy/policy-file.ts";

export type Config = {
  readonly profile?: string;
  readonly rules: NonNullable<CheckSettings["rules"]>;
  readonly ignore: readonly string[];
  readonly catalog: CatalogConfig;
  /** The start of an address, and what replaces it. */
  readonly mirrors: Readonly<Record<string, string>>;
  readonly suppressions: readonly Suppression[];
};

/** Reads a config file; anything unknown or invalid is an error with its location. */
export function readConfig(fs: FileSystem, path: string): Config {
  const settings = readSettings(fs, { path, schema: ConfigSchema, maxBytes: limits.frontmatterBytes });
  const { profile, ignore = [], catalog: found = {}, mirrors = {}, suppressions = [] } = settings;
  for (const { rule } of suppressions) expectSecurityRule(rule, path);
  const rules = readRules(settings.rules ?? {}, path);
  return { ...compact({ profile }), rules, ignore, catalog: found, mirrors, suppressions };
}

function expectSecurityRule(id: string, path: string): void {
  if (findRule(id)?.category === "security") return;
  const reason = `at suppressions: ${id} is not a security rule.${hintFor(id)}`;
  throw new SkillError("config-invalid", { path, reason });
}

function readRules(settings: NonNullable<ConfigFile["rules"]>, path: string): Record<string, RuleSetting> {
  const result: Record<string, RuleSetting> = {};
  for (const [id, setting] of Object.entries(settings)) {
    const rule = findRule(id);
    if (!rule)
      throw new SkillError("config-invalid", {
        path,
        reason: `unknown rule: ${id}.${hintFor(id)}`,
      });
    const [level, options = {}] = typeof setting === "string" ? [setting] : setting;
    const unknown = Object.keys(options).find((name) => !Object.hasOwn(rule.options ?? {}, name));
    if (unknown !== undefined)
      throw new SkillError("config-invalid", {
        path,
        reason: `the rule ${id} has no option ${unknown}.`,
      });
    result[id] = { severity: level, options };
  }
  return result;
}

function hintFor(id: string): string {
  const near = suggest(
    id,
    rules.map((rule) => rule.id),
  );
  return near === undefined ? "" : ` Did you mean ${near}?`;
}
