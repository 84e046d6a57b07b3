import { limits } from "../limits.ts";
import { countCodePoints } from "../text/code-points.ts";
import { pythonStrip } from "./python-strip.ts";
import type { ReferenceMessage } from "./reference-message.ts";
import type { StrictValue } from "./strict-yaml.ts";

/** The reference's checks of a name; reports every failure in this order. */
export function validateReferenceName(
  value: StrictValue,
  directoryName?: string,
): readonly ReferenceMessage[] {
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
