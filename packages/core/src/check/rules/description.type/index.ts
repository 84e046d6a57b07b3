import { findEntry } from "../../../parse/yaml-node.ts";
import { observeNonText } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "description.type",
  category: "spec",
  severity: "error",
  summary: "The description is a string.",
  messages: {
    scalar: "YAML reads the description {text} as a {found}; expected a string. Quote it.",
    null: "YAML reads the description {text} as null; expected a string that says what the skill does and when to use it.",
    collection:
      "The description is a {found}; expected a string. Write sentences that say what the skill does and when to use it.",
  },
  check({ parsed }, { report }) {
    const entry = findEntry(parsed.frontmatter, "description");
    const problem = entry && observeNonText(entry);
    if (problem) report(problem);
  },
});
