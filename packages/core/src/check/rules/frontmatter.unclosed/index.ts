import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.unclosed",
  category: "spec",
  severity: "error",
  summary: "The frontmatter ends with a --- line.",
  messages: {
    unclosed:
      "The frontmatter is not closed; expected a line of exactly --- after the last field. Add it before the instructions.",
  },
});
