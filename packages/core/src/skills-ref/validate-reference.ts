import { limits } from "../limits.ts";
import { countCodePoints } from "../text/code-points.ts";
import type { Span } from "../text/span.ts";
import { compareCodePoints } from "./compare-code-points.ts";
import { parseReferenceDocument } from "./parse-reference-document.ts";
import { pythonStrip } from "./python-strip.ts";
import type { ReferenceMessage } from "./reference-message.ts";
import type { StrictPlaces, StrictValue } from "./strict-yaml.ts";
import { validateReferenceName } from "./validate-reference-name.ts";

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
