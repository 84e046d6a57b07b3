import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.unclosed",
  category: "spec",
  severity: "error",
  summary: "Frontmatter ends with a line of three hyphens.",
  messages: {
    unclosed:
      "The frontmatter has no end; expected a line of exactly --- after its last field. Add it before the instructions.",
  },
});
