import type { Fix } from "../../../finding.ts";
import { findEntry, type YamlNode, type YamlScalar } from "../../../parse/yaml-node.ts";
import { placeOf, quoteScalar } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "metadata.valueType",
  category: "spec",
  severity: "warning",
  summary: "The values of metadata are strings.",
  messages: {
    scalar:
      "Clients read metadata.{key}: {text} as a {found} and may change it; expected a string. Quote it.",
    internal:
      "metadata.internal is a boolean; the standard expects a string, but the skills installer hides a skill only for an unquoted true. Keep it if that is the intent.",
    empty: "metadata.{key} has no value; expected a string. Add one or remove the entry.",
    nested:
      "metadata.{key} is a {found}; the standard allows only strings, and clients drop it or turn it into source code. Write it as one string or as several entries.",
  },
  check({ parsed }, { report }) {
    const metadata = findEntry(parsed.frontmatter, "metadata")?.value;
    if (metadata?.kind !== "map") return;
    for (const entry of metadata.entries) {
      const { value } = entry;
      const found = foreignType(value);
      if (found === undefined) continue;
      const key = entry.key.text;
      const span = placeOf(entry);
      if (value.kind !== "scalar") report({ message: "nested", args: { key, found }, span });
      else if (value.value === null) report({ message: "empty", args: { key }, span });
      else if (key === "internal" && value.value === true) report({ message: "internal", span });
      else {
        const args = { key, text: value.text, found };
        report({ message: "scalar", args, span, fix: quote(key, value, found) });
      }
    }
  },
});

function quote(key: string, value: YamlScalar, found: string): Fix {
  const edits = [{ span: value.span, text: quoteScalar(value.text) }];
  // A client may test its own boolean with `=== true`, but not a version or a date.
  return { title: `Quote metadata.${key}`, safe: found !== "boolean", edits };
}

const dates = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt\s].*)?$/;
const oldBooleans = /^(?:yes|no|on|off)$/i;

/** The type of a value that is not a string. Dates and `yes` are strings in YAML 1.2, but not in YAML 1.1, which many clients read. */
function foreignType(value: YamlNode): string | undefined {
  if (value.kind !== "scalar") return value.kind;
  if (value.value === null) return "null";
  if (typeof value.value !== "string") return typeof value.value;
  if (value.style !== "plain") return undefined;
  if (dates.test(value.text)) return "date";
  return oldBooleans.test(value.text) ? "boolean" : undefined;
}
