import { findEntry } from "../../../parse/yaml-node.ts";
import { isValidSkillName } from "../../../spec/predicates.ts";
import { isEmptyScalar, openingSpan, placeOf } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.required",
  category: "spec",
  severity: "error",
  summary: "The skill has a name.",
  messages: {
    missing: "The frontmatter has no name; add a line such as 'name: {example}'.",
    empty: "The name is empty; add a value such as '{example}'.",
  },
  check({ parsed, directoryName = "" }, { report }) {
    if (!parsed.frontmatter) return;
    const args = { example: isValidSkillName(directoryName) ? directoryName : "my-skill" };
    const entry = findEntry(parsed.frontmatter, "name");
    if (!entry) report({ message: "missing", args, span: openingSpan(parsed.text) });
    else if (entry.value.kind === "scalar" && isEmptyScalar(entry.value)) {
      report({ message: "empty", args, span: placeOf(entry) });
    }
  },
});
