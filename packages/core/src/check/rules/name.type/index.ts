import { findEntry } from "../../../parse/yaml-node.ts";
import { observeNonText } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.type",
  category: "spec",
  severity: "error",
  summary: "The name is a string.",
  messages: {
    scalar: "YAML reads the name {text} as a {found}; expected a string. Quote it.",
    null: "YAML reads the name {text} as null; expected a string. Quote it if that is the name.",
    collection: "The name is a {found}; expected a string such as 'my-skill'.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "name");
    const problem = entry && observeNonText(entry);
    if (problem) report(problem);
  },
});
