import { limits } from "../limits.ts";
import { isJsonObject, type JsonObject } from "../text/json.ts";
import { defaultFolder, type PackageManifest, type Refusal, refuse } from "./package-manifest.ts";

const schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/**
 * Reads the plugin.json of Agent Plugins 1.0 (§5): a closed set of fields. Unknown fields are reported; any other fault
 * makes the whole plugin unusable. Its skills are in `skills/` and nowhere else.
 */
export function readAgentPlugin(fields: JsonObject): PackageManifest | Refusal {
  const { $schema: stated, name } = fields;
  const isForeign = !isText(stated) || !stated.startsWith("https://agent-plugins.org/");
  if (stated !== schema) return { reason: `its $schema is not ${schema}`, isForeign };
  if (!isName(name)) return refuse("its name is missing or breaks the rules for names");
  for (const [field, isValid] of Object.entries(optionalFields)) {
    if (fields[field] !== undefined && !isValid(fields[field]))
      return refuse(`its ${field} has the wrong type`);
  }
  const unknown = Object.keys(fields).filter((field) => !isKnown(field, fields[field]));
  const unknownFields = unknown.slice(0, limits.findingsPerRule);
  return { name, skills: [defaultFolder], unknownFields, strict: true };
}

const optionalFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  version: isText,
  description: isText,
  author: isAuthor,
  homepage: isText,
  repository: isText,
  license: isText,
  keywords: (value) => Array.isArray(value) && value.every(isText),
};

/** An `extensions` that is not an object counts as an unknown field, not as a fault (§8.1). */
function isKnown(field: string, value: unknown): boolean {
  if (field === "extensions") return isJsonObject(value);
  return field === "$schema" || field === "name" || Object.hasOwn(optionalFields, field);
}

/** §5.5. */
function isName(name: unknown): name is string {
  if (!isText(name) || name.length > limits.nameLength) return false;
  if (name.includes("--") || name.includes("..")) return false;
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name);
}

/** §5.4. */
function isAuthor(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([key, part]) => ["name", "email", "url"].includes(key) && isText(part));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
