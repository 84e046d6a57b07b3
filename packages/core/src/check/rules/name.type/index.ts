import { findEntry } from "../../../parse/yaml-node.ts";
import { observeNonText } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.type",
  category: "spec",
  severity: "error",
  summary: "The name is text.",
  messages: {
    scalar: "YAML reads the name {text} as a {found}; expected text. Put it in quotes.",
    null: "YAML reads the name {text} as no value; expected text. Put it in quotes if it is meant.",
    collection: "The name is a {found}; expected one text such as 'my-skill'.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "name");
    const problem = entry && observeNonText(entry);
    if (problem) report(problem);
  },
});
