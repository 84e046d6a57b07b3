import { findField } from "../../../parse/fields.ts";
import { type Mismatch, matchShape } from "../../../parse/shape.ts";
import { placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "extension.type",
  category: "spec",
  severity: "warning",
  summary: "A known extension field has the form its clients read.",
  messages: {
    wrong:
      "{path} is {found}; {origin} expects {expected} and does not read it as it stands. Correct or remove it.",
    toolNames:
      "tools is {found}; that field is for dependencies, and the tools a skill asks for are named in allowed-tools. Rename it if these are meant.",
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

/** The value itself when it is a word, otherwise what kind of value it is. */
function describeFound({ found, span }: Mismatch, text: string): string {
  if (found === "null" || found === "nothing") return "empty";
  const source = text.slice(span.start, span.end);
  return scalarTypes.has(found) && source.length <= 40 ? `'${source}'` : `a ${found}`;
}
