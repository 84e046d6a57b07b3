import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { limits } from "../limits.ts";
import { compact } from "../text/compact.ts";
import { createLineIndex } from "../text/line-index.ts";
import type { Span } from "../text/span.ts";
import { countCodePoints } from "../text/utf8.ts";
import { parseReferenceDocument, type ReferenceMessage } from "./parse-reference-document.ts";
import { compareCodePoints, pythonStrip } from "./python.ts";
import type { StrictPlaces, StrictValue } from "./strict-yaml.ts";

export type ReferenceInput = {
  /** The SKILL.md, decoded. */
  readonly text: string;
  /** The skill directory's name as given to the tool; if absent, it is not compared with the name. */
  readonly directoryName?: string;
};

/** The messages of `skills-ref validate` for a SKILL.md, in its order and wording; none if valid. */
export function validateLikeReference({ text, directoryName }: ReferenceInput): readonly ReferenceMessage[] {
  const document = parseReferenceDocument(text);
  if (!document.ok) return [document.error];
  const { fields, places } = document;
  const name = fields.get("name");
  const description = fields.get("description");
  const compatibility = fields.get("compatibility");
  return [
    ...validateFieldNames(places),
    ...at(
      places.get("name"),
      name === undefined ? missing("name") : validateReferenceName(name, directoryName),
    ),
    ...at(
      places.get("description"),
      description === undefined ? missing("description") : validateDescription(description),
    ),
    ...at(
      places.get("compatibility"),
      compatibility === undefined ? [] : validateCompatibility(compatibility),
    ),
  ];
}

const OPENING: Span = { start: 0, end: 3 };

function at(
  place: { readonly value: Span } | undefined,
  messages: readonly ReferenceMessage[],
): readonly ReferenceMessage[] {
  return messages.map((message) => ({ ...message, span: place?.value ?? OPENING }));
}

const ALLOWED_FIELDS: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];

function validateFieldNames(places: StrictPlaces): readonly ReferenceMessage[] {
  const unknown = [...places].filter(([field]) => !ALLOWED_FIELDS.includes(field));
  const [first] = unknown;
  if (!first) return [];
  const fields = unknown.map(([field]) => field).sort(compareCodePoints);
  const allowed = ALLOWED_FIELDS.map((field) => `'${field}'`);
  const message = `Unexpected fields in frontmatter: ${fields.join(", ")}. Only [${allowed.join(", ")}] are allowed.`;
  return [{ rule: "frontmatter.unknownField", message, span: first[1].key }];
}

function missing(field: "name" | "description"): readonly ReferenceMessage[] {
  return [{ rule: `${field}.required`, message: `Missing required field in frontmatter: ${field}` }];
}

function validateDescription(value: StrictValue): readonly ReferenceMessage[] {
  if (typeof value !== "string" || pythonStrip(value) === "") {
    return [{ rule: "description.type", message: "Field 'description' must be a non-empty string" }];
  }
  return validateLength(value, { field: "description", limit: limits.descriptionLength });
}

function validateCompatibility(value: StrictValue): readonly ReferenceMessage[] {
  if (typeof value !== "string") {
    return [{ rule: "compatibility.type", message: "Field 'compatibility' must be a string" }];
  }
  return validateLength(value, { field: "compatibility", limit: limits.compatibilityLength });
}

type LengthRule = { readonly field: "description" | "compatibility"; readonly limit: number };

function validateLength(value: string, { field, limit }: LengthRule): readonly ReferenceMessage[] {
  const length = countCodePoints(value);
  if (length <= limit) return [];
  const title = field === "description" ? "Description" : "Compatibility";
  const message = `${title} exceeds ${limit} character limit (${length} chars)`;
  return [{ rule: `${field}.maxLength`, message }];
}

/** The reference's checks of a name; reports every failure in this order. */
function validateReferenceName(value: StrictValue, directoryName?: string): readonly ReferenceMessage[] {
  if (typeof value !== "string" || pythonStrip(value) === "") {
    return [{ rule: "name.type", message: "Field 'name' must be a non-empty string" }];
  }
  const name = pythonStrip(value).normalize("NFKC");
  const length = countCodePoints(name);
  const messages: ReferenceMessage[] = [];
  if (length > limits.nameLength) {
    const message = `Skill name '${name}' exceeds ${limits.nameLength} character limit (${length} chars)`;
    messages.push({ rule: "name.maxLength", message });
  }
  messages.push(...formatProblems(name).map((message) => ({ rule: "name.format", message })));
  if (directoryName !== undefined && directoryName.normalize("NFKC") !== name) {
    const message = `Directory name '${directoryName}' must match skill name '${name}'`;
    messages.push({ rule: "name.matchesDirectory", message });
  }
  return messages;
}

function formatProblems(name: string): readonly string[] {
  const problems: string[] = [];
  // Python: name != name.lower(), which is this for every code point after NFKC.
  if (/[\p{Lu}\p{Lt}]/u.test(name)) problems.push(`Skill name '${name}' must be lowercase`);
  if (name.startsWith("-") || name.endsWith("-"))
    problems.push("Skill name cannot start or end with a hyphen");
  if (name.includes("--")) problems.push("Skill name cannot contain consecutive hyphens");
  // Python: c.isalnum() or c == "-".
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) {
    const rest = "contains invalid characters. Only letters, digits, and hyphens are allowed.";
    problems.push(`Skill name '${name}' ${rest}`);
  }
  return problems;
}

/** The reference tool's findings in its order, with its exact messages. */
export function checkWithReference(skill: LoadedSkill): readonly Finding[] {
  const { parsed, file, directoryName } = skill;
  const lines = createLineIndex(parsed.text);
  const messages =
    unreadable(skill) ?? validateLikeReference({ text: parsed.text, ...compact({ directoryName }) });
  return messages.map(({ rule, message, span = { start: 0, end: 0 } }) => ({
    rule,
    category: "spec",
    severity: "error",
    message,
    args: {},
    file,
    range: lines.rangeOf(span),
  }));
}

type Message = ReturnType<typeof validateLikeReference>[number];

/** Messages for files on which the reference tool mostly crashes. */
function unreadable({ parsed }: LoadedSkill): readonly Message[] | undefined {
  const problem = parsed.problems.find(({ rule }) => rule.startsWith("file.") && rule !== "file.bom");
  if (!problem) return undefined;
  if (problem.rule === "file.missing")
    return [{ rule: problem.rule, message: "Missing required file: SKILL.md" }];
  return [
    { rule: problem.rule, message: `SKILL.md cannot be read: ${reasons[problem.rule] ?? "unknown reason"}` },
  ];
}

const reasons: Readonly<Record<string, string>> = {
  "file.encoding": "it is not UTF-8 text",
  "file.tooLarge": "it is too large",
  "file.unreadable": "it is not a regular file, or cannot be opened",
  "file.linkOutside": "it is a link out of the skill's directory",
};
