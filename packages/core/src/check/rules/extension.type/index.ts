import { findField } from "../../../parse/fields.ts";
import { type Mismatch, matchShape } from "../../../parse/shape.ts";
import { placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "extension.type",
  category: "spec",
  severity: "warning",
  summary: "A known extension field has the type its clients expect.",
  messages: {
    wrong: "{path} is {found}; {origin} expects {expected} and ignores this value. Correct or remove it.",
    toolNames:
      "tools is {found}; that field lists dependencies, while the tools a skill requests belong in allowed-tools. Rename the field if it lists those.",
  },
  check({ parsed: { frontmatter, text } }, { report }) {
    for (const entry of frontmatter?.entries ?? []) {
      const field = findField(entry.key.text);
      if (!field || field.origin === "standard") continue;
      for (const mismatch of matchShape(entry.value, field.shape, field.name)) {
        const { path, expected } = mismatch;
        const args = { path, expected, found: describeFound(mismatch, text), origin: field.origin };
        const span = mismatch.span === entry.value.span ? placeOf(entry) : mismatch.span;
        report({ message: path === "tools" ? "toolNames" : "wrong", args, span });
      }
    }
  },
});

const scalarTypes: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

/** The value itself if it is a short scalar, otherwise its type. */
function describeFound({ found, span }: Mismatch, text: string): string {
  if (found === "null" || found === "nothing") return "empty";
  const source = text.slice(span.start, span.end);
  return scalarTypes.has(found) && source.length <= 40 ? `'${source}'` : `a ${found}`;
}
