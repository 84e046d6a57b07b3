import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.duplicateKey",
  category: "spec",
  severity: "error",
  summary: "No field is written twice.",
  messages: {
    duplicate:
      "'{key}' is written a second time here; expected each field once, since clients differ in which one they take. Remove one.",
  },
});
