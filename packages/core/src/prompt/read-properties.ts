import { SkillError } from "../error.ts";
import type { ParsedSkill } from "../parse/parse-skill.ts";
import { findValue, type Texts, toTexts } from "../parse/yaml-node.ts";
import { compact } from "../text/compact.ts";

/** Texts, lists and mappings; the reference tool only checks the types of name, description and compatibility. */
export type SkillProperties = {
  readonly name: string;
  readonly description: string;
  readonly license?: Texts;
  readonly compatibility?: Texts;
  readonly "allowed-tools"?: Texts;
  readonly metadata?: Texts;
};

/**
 * A skill's properties in the reference tool's shape and key order. Reads more of YAML than that tool and, like it, only
 * checks that name and description are present.
 */
export function readProperties(parsed: ParsedSkill): SkillProperties {
  const { manifest, frontmatter } = parsed;
  if (!frontmatter) throw new SkillError("properties-unreadable", { reason: whyUnreadable(parsed) });
  const name = requireField(manifest.name, "name");
  const description = requireField(manifest.description, "description");
  const tools = findValue(frontmatter, "allowed-tools");
  const metadata = new Map(Object.entries(manifest.metadata));
  return {
    name,
    description,
    ...compact({ license: manifest.license, compatibility: manifest.compatibility }),
    ...(tools === undefined ? {} : { "allowed-tools": toTexts(tools) }),
    ...(metadata.size === 0 ? {} : { metadata }),
  };
}

function requireField(value: string | undefined, field: string): string {
  if (value === undefined) {
    throw new SkillError("properties-unreadable", {
      reason: `Missing required field in frontmatter: ${field}`,
    });
  }
  if (value !== "") return value;
  throw new SkillError("properties-unreadable", { reason: `Field '${field}' must be a non-empty string` });
}

/** The reference tool's sentences, which scripts match. */
function whyUnreadable({ problems }: ParsedSkill): string {
  const rules = new Set(problems.map((problem) => problem.rule));
  if (rules.has("file.encoding")) return "SKILL.md is not UTF-8 text";
  if (rules.has("file.tooLarge")) return "SKILL.md is too large to be read";
  if (rules.has("frontmatter.required")) return "SKILL.md must start with YAML frontmatter (---)";
  if (rules.has("frontmatter.unclosed")) return "SKILL.md frontmatter not properly closed with ---";
  if (rules.has("frontmatter.mapping")) return "SKILL.md frontmatter must be a YAML mapping";
  const detail = problems.find((problem) => problem.rule === "frontmatter.yaml")?.args?.detail;
  return detail === undefined ? "SKILL.md cannot be read" : `Invalid YAML in frontmatter: ${detail}`;
}
