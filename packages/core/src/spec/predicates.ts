import { limits } from "../limits.ts";
import { countCodePoints } from "../text/utf8.ts";

/**
 * The format as eight predicates, each a pure function over plain data. `docs/reference/formal-spec.md` maps each to its
 * rules.
 */

export type FrontmatterFields = {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly "allowed-tools"?: string;
};
export type CompleteSkill = {
  readonly directoryName: string;
  /** Paths inside the skill directory. */
  readonly entries: readonly string[];
  readonly frontmatter: FrontmatterFields;
  readonly body: string;
  /** Paths the body refers to. */
  readonly references: readonly string[];
};

/** 1–64 characters; lowercase letters and digits in words joined by single hyphens. Rules `name.*`. */
export function isValidSkillName(name: string): boolean {
  // Fast path for ASCII names.
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return name.length <= limits.nameLength;
  if (name !== name.normalize("NFKC") || countCodePoints(name) > limits.nameLength) return false;
  return /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(name) && !/[\p{Lu}\p{Lt}]/u.test(name);
}

/** 1–1024 characters, not only whitespace. Rules `description.*`. */
export function isValidDescription(description: string): boolean {
  return description.trim() !== "" && countCodePoints(description) <= limits.descriptionLength;
}

const standardFields: ReadonlySet<string> = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

/** Only the six fields of the standard, each with its type and length. Rules `frontmatter.*`, `*.type`. */
export function isValidFrontmatter(fields: Readonly<Record<string, unknown>>): fields is FrontmatterFields {
  const { name, description, license, compatibility, metadata } = fields;
  if (Object.keys(fields).some((field) => !standardFields.has(field))) return false;
  if (typeof name !== "string" || !isValidSkillName(name)) return false;
  if (typeof description !== "string" || !isValidDescription(description)) return false;
  if (license !== undefined && typeof license !== "string") return false;
  if (compatibility !== undefined && !isValidCompatibility(compatibility)) return false;
  if (metadata !== undefined && !isTextDictionary(metadata)) return false;
  return fields["allowed-tools"] === undefined || typeof fields["allowed-tools"] === "string";
}

function isValidCompatibility(value: unknown): boolean {
  return (
    typeof value === "string" && value.trim() !== "" && countCodePoints(value) <= limits.compatibilityLength
  );
}

function isTextDictionary(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((item) => typeof item === "string");
}

/** A SKILL.md (or skill.md) exists, and the directory has the same name as the skill. Rules `file.missing`, `name.matchesDirectory`. */
export function isValidSkillDirectory(
  directoryName: string,
  entries: readonly string[],
  name: string,
): boolean {
  return (
    (entries.includes("SKILL.md") || entries.includes("skill.md")) && directoryName.normalize("NFKC") === name
  );
}

/** Level 1, always in context: name and description. */
export function isValidLevel1(name: string, description: string): boolean {
  return isValidSkillName(name) && isValidDescription(description);
}

/** Level 2, loaded on activation: a body of at most 500 lines. Rule `body.maxLines`. */
export function isValidLevel2(body: string): boolean {
  const text = body.trim();
  return text === "" || text.split("\n").length <= limits.bodyLines;
}

/** Level 3, loaded on demand: relative paths inside the skill. Rules `reference-escapes`, `absolute-path`. */
export function isValidLevel3(references: readonly string[]): boolean {
  return references.every((path) => {
    if (path === "" || path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.includes("\\")) return false;
    return !path.split("/").includes("..");
  });
}

/** All of the above. */
export function isValidCompleteSkill(skill: CompleteSkill): boolean {
  const { directoryName, entries, frontmatter, body, references } = skill;
  return (
    isValidFrontmatter({ ...frontmatter }) &&
    isValidSkillDirectory(directoryName, entries, frontmatter.name) &&
    isValidLevel1(frontmatter.name, frontmatter.description) &&
    isValidLevel2(body) &&
    isValidLevel3(references)
  );
}

/** A valid name similar to the text: `PDF Tables!` → `pdf-tables`. */
export function suggestSkillName(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFKC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu)?.join("-") ?? "";
  const name = words.slice(0, limits.nameLength).replace(/-$/, "");
  return isValidSkillName(name) ? name : "my-skill";
}
