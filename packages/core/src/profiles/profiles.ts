import type { Rule, RuleOptions } from "../check/rule.ts";
import { agentId } from "../discover/agent-id.ts";
import { SkillError } from "../error.ts";
import type { Severity } from "../finding.ts";

/** The severities that one client or specification assigns. Profiles never change the parse. */
export type Profile = {
  readonly name: string;
  /** One sentence: which client or specification this is, and what is special about it. */
  readonly summary: string;
  /** The client's name as in `parse/fields.ts`; messages then refer to this client alone. */
  readonly client?: string;
  readonly severities: Readonly<Record<string, Severity | "off">>;
  /** Severities for the remaining rules, by their default severity. */
  readonly otherwise?: Readonly<Partial<Record<Severity, Severity | "off">>>;
  readonly options?: Readonly<Record<string, RuleOptions>>;
  /** `skills-ref` reproduces the reference tool's messages, order and YAML parser. */
  readonly engine?: "skills-ref";
};

/** The severity of a rule in a profile. */
export function severityIn(
  { severities, otherwise }: Profile,
  { id, severity }: Pick<Rule, "id" | "severity">,
): Severity | "off" {
  return severities[id] ?? otherwise?.[severity] ?? severity;
}

export function findProfile(name: string): Profile {
  const profile = profiles.find((candidate) => candidate.name === agentId(name));
  if (profile) return profile;
  throw new SkillError("profile-unknown", { name, known: profiles.map((one) => one.name).join(", ") });
}

const standard: Profile = {
  name: "standard",
  summary: "The agentskills.io standard: what it forbids is an error, everything else at most a warning.",
  severities: {},
};

const skillsRef: Profile = {
  name: "skills-ref",
  summary: "The reference validator skills-ref 0.1.0, message for message.",
  severities: {},
  engine: "skills-ref",
};

const strict: Profile = {
  name: "strict",
  summary: "For published skills: warnings become errors, infos become warnings.",
  severities: {},
  otherwise: { warning: "error", info: "warning" },
};

/** The standard's client guide: load whatever can be loaded, skip only what cannot be described or read. */
const lenient: Profile = {
  name: "lenient",
  summary: "A tolerant client: only what prevents a skill from loading is an error.",
  severities: {
    "file.missing": "error",
    "file.unreadable": "error",
    "file.tooLarge": "error",
    "file.encoding": "error",
    "file.linkOutside": "error",
    "frontmatter.required": "error",
    "frontmatter.unclosed": "error",
    "frontmatter.yaml": "error",
    "frontmatter.mapping": "error",
    "description.required": "error",
    "description.type": "error",
  },
  otherwise: { error: "warning" },
};

const claudeCode: Profile = {
  name: "claude-code",
  summary:
    "Claude Code: the directory name is the command, broken YAML loses all metadata, lists of tools are fine.",
  client: "Claude Code",
  severities: {
    "name.required": "off",
    "name.matchesDirectory": "info",
    "name.ascii": "info",
    "description.required": "warning",
    "description.maxLength": "warning",
    "frontmatter.unquotedValue": "warning",
    "frontmatter.unknownField": "info",
    "allowed-tools.type": "off",
    "compatibility.type": "warning",
    "compatibility.empty": "info",
    "metadata.valueType": "info",
    "file.name": "error",
  },
};

const codex: Profile = {
  name: "codex",
  summary: "OpenAI Codex: reads name and description, repairs unquoted colons, ignores allowed-tools.",
  client: "Codex",
  severities: {
    "name.matchesDirectory": "warning",
    "frontmatter.unquotedValue": "warning",
    "frontmatter.unknownField": "info",
    "compatibility.type": "warning",
    "metadata.valueType": "info",
    "file.name": "error",
  },
};

const copilot: Profile = {
  name: "copilot",
  summary: "GitHub Copilot: the standard's six fields; the directory must have the same name as the skill.",
  client: "GitHub Copilot",
  severities: { "frontmatter.unknownField": "info", "metadata.valueType": "info", "file.name": "error" },
};

const gemini: Profile = {
  name: "gemini-cli",
  summary: "Gemini CLI: reads name and description, tolerates loose YAML, identifies skills by name.",
  client: "Gemini CLI",
  severities: {
    "name.matchesDirectory": "warning",
    "frontmatter.unquotedValue": "warning",
    "frontmatter.unknownField": "info",
    "compatibility.type": "warning",
    "metadata.valueType": "info",
    "file.name": "error",
  },
};

const agentPlugins: Profile = {
  name: "agent-plugins",
  summary: "Agent Plugins 1.0: a skill that does not conform to the standard is skipped.",
  severities: { "file.name": "error", "metadata.valueType": "error", "allowed-tools.type": "error" },
};

const uaaps: Profile = {
  name: "uaaps",
  summary: "UAAPS: compatibility is a map, unknown fields are ignored.",
  severities: {
    "name.matchesDirectory": "warning",
    "name.ascii": "error",
    "compatibility.type": "off",
    "frontmatter.unknownField": "off",
    "frontmatter.extensionField": "off",
  },
};

const boxxy: Profile = {
  name: "boxxy",
  summary: "The formal specification of boxxy: only the six fields, ASCII names, at most 500 lines.",
  severities: {
    "name.ascii": "error",
    "frontmatter.unknownField": "error",
    "frontmatter.extensionField": "error",
    "compatibility.maxLength": "warning",
    "metadata.valueType": "off",
    "body.maxLines": "error",
    "reference-escapes": "error",
    "reference-depth": "warning",
    "clutter-files": "warning",
  },
};

const skillscraft: Profile = {
  name: "skillscraft",
  summary: "The specification reference of skillscraft: its rule ids and severities.",
  severities: {
    "name.ascii": "error",
    "frontmatter.unknownField": "warning",
    "metadata.valueType": "error",
    "allowed-tools.type": "error",
    "body.maxLines": "off",
    "file.name": "error",
  },
};

const omniforge: Profile = {
  name: "omniforge",
  summary:
    "OmniForge (agent skills system): allowed-tools is a list, agent requires context: fork, at most 500 lines.",
  severities: {
    "name.matchesDirectory": "warning",
    "name.ascii": "error",
    "allowed-tools.type": "off",
    "frontmatter.unknownField": "off",
    "frontmatter.extensionField": "off",
    "context.agentNeedsFork": "error",
    "body.maxLines": "error",
    "file.name": "error",
  },
};

const tavern: Profile = {
  name: "tavern",
  summary: "VibeTavern (skill store): optional fields are kept, names are ASCII and match the directory.",
  severities: {
    "name.ascii": "error",
    "allowed-tools.type": "off",
    "frontmatter.unknownField": "off",
    "frontmatter.extensionField": "off",
    "reference-depth": "warning",
    "file.name": "error",
  },
};

export const profiles: readonly Profile[] = [
  standard,
  skillsRef,
  strict,
  lenient,
  claudeCode,
  codex,
  copilot,
  gemini,
  agentPlugins,
  uaaps,
  boxxy,
  skillscraft,
  omniforge,
  tavern,
];
