import { parseReferenceDocument } from "./parse-reference-document.ts";
import { pythonStrip } from "./python.ts";
import type { StrictValue } from "./strict-yaml.ts";

/** The reference's `to_dict()` in its key order; unchecked fields can be lists or mappings. */
type ReferenceProperties = {
  readonly name: string;
  readonly description: string;
  readonly license?: StrictValue;
  readonly compatibility?: StrictValue;
  readonly "allowed-tools"?: StrictValue;
  /** A mapping's values are texts; a text or list passes unchecked. */
  readonly metadata?: StrictValue;
};

export type ReferenceReading =
  | { readonly ok: true; readonly properties: ReferenceProperties }
  | { readonly ok: false; readonly message: string };

/** The output of `skills-ref read-properties`, which does not check names and lengths. */
export function readLikeReference(text: string): ReferenceReading {
  const document = parseReferenceDocument(text);
  if (!document.ok) return fail(document.error.message);
  const { fields } = document;
  for (const field of ["name", "description"]) {
    if (!fields.has(field)) return fail(`Missing required field in frontmatter: ${field}`);
  }
  const name = strippedText(fields.get("name"));
  if (name === undefined) return fail("Field 'name' must be a non-empty string");
  const description = strippedText(fields.get("description"));
  if (description === undefined) return fail("Field 'description' must be a non-empty string");
  return { ok: true, properties: { name, description, ...optionalProperties(fields) } };
}

function fail(message: string): ReferenceReading {
  return { ok: false, message };
}

function strippedText(value: StrictValue | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  return pythonStrip(value) || undefined;
}

const OPTIONAL = ["license", "compatibility", "allowed-tools", "metadata"] as const;

function optionalProperties(fields: ReadonlyMap<string, StrictValue>): Partial<ReferenceProperties> {
  const present = OPTIONAL.flatMap((field) => {
    const value = fields.get(field);
    // Empty texts are kept, except metadata, which the reference omits when falsy.
    return value === undefined || (field === "metadata" && value === "") ? [] : [[field, value] as const];
  });
  return Object.fromEntries(present);
}
