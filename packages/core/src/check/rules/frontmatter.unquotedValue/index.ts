import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.unquotedValue",
  category: "spec",
  severity: "error",
  summary: "A value that is not valid as plain YAML is quoted.",
  messages: {
    unquoted:
      "YAML cannot read the unquoted value of {field}, because of a colon or its first character. Quote it.",
  },
});
