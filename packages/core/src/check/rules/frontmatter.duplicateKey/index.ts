import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.duplicateKey",
  category: "spec",
  severity: "error",
  summary: "No field occurs twice.",
  messages: {
    duplicate:
      "Duplicate field '{key}'; expected each field once, since clients differ in which value they use. Remove one.",
  },
});
