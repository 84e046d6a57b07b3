import { limits } from "@skillwright/core";
import { fields } from "@skillwright/core/parse";

/** JSON Schema of a SKILL.md's frontmatter, from the shapes and limits that the rules use. */
export function frontmatterSchema() {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Frontmatter of a SKILL.md",
    description:
      "The agentskills.io standard's fields and the published extensions; other fields are allowed.",
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, describeField(field)])),
    required: ["name", "description"],
    additionalProperties: true,
    $defs: { Text: scalar, Switch: toggle },
  };
}

const notBlank = "\\S";
// Spec: lowercase letters and digits of any script, in words joined by single hyphens.
const namePattern = "^(?!.*[\\p{Lu}\\p{Lt}])[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)*$";

/** What the standard says beyond the type. */
const constraints = {
  name: {
    words: `1–${limits.nameLength} lowercase letters, digits and single hyphens; the same as the directory's name.`,
    text: { type: "string", minLength: 1, maxLength: limits.nameLength, pattern: namePattern },
  },
  description: {
    words: `What the skill does and when to use it, in 1–${limits.descriptionLength} characters.`,
    text: { type: "string", minLength: 1, maxLength: limits.descriptionLength, pattern: notBlank },
  },
  license: { words: "Name of the licence, or of the file that holds it.", text: { type: "string" } },
  compatibility: {
    words: `What the skill needs to run, in 1–${limits.compatibilityLength} characters.`,
    text: { type: "string", minLength: 1, maxLength: limits.compatibilityLength, pattern: notBlank },
  },
  metadata: { words: "Anything else, as texts by key." },
  "allowed-tools": {
    words: "Tools the skill may use without asking, separated by spaces.",
    text: { type: "string" },
  },
};

function describeField({ name, origin, shape, readBy }) {
  const { words, text } = constraints[name] ?? {};
  const source = origin === "standard" ? "Field of the standard." : `Extension of ${origin}.`;
  const readers = readBy.length === 0 ? "No client is known to read it." : `Read by ${readBy.join(", ")}.`;
  return { description: [words, source, readers].filter(Boolean).join(" "), ...toJsonSchema(shape, text) };
}

/** `text` applies to the shape and its alternatives, not to nested shapes. */
function toJsonSchema(shape, text = { $ref: "#/$defs/Text" }) {
  switch (shape.type) {
    case "anything":
      return {};
    case "text":
      return text;
    case "number":
      return { type: "number" };
    case "switch":
      return { $ref: "#/$defs/Switch" };
    case "choice":
      return { enum: shape.of };
    case "list":
      return { type: "array", items: toJsonSchema(shape.item) };
    case "dictionary":
      return { type: "object", additionalProperties: toJsonSchema(shape.value) };
    case "record":
      return {
        type: "object",
        properties: Object.fromEntries(
          Object.entries(shape.fields).map(([key, value]) => [key, toJsonSchema(value)]),
        ),
        ...(shape.required ? { required: shape.required } : {}),
      };
    case "either":
      return { anyOf: shape.of.map((one) => toJsonSchema(one, text)) };
    default:
      throw new Error(`No JSON Schema is known for a shape of type ${shape.type}.`);
  }
}

/** YAML reads `1.10` as a number and `true` as a boolean; where a client wants text, any scalar will do. */
const scalar = { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] };

// Claude Code takes these words in any case; JSON Schema has no flag to ignore it.
const switchWords = ["true", "yes", "on", "1", "false", "no", "off", "0"].map(anyCase);
const toggle = {
  anyOf: [
    { type: "boolean" },
    { enum: [0, 1] },
    { type: "string", pattern: `^(?:${switchWords.join("|")})$` },
  ],
};

function anyCase(word) {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
