import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.unquotedValue",
  category: "spec",
  severity: "error",
  summary: "A value that plain YAML cannot hold is in quotes.",
  messages: {
    unquoted:
      "YAML cannot read the value of {field} as it stands, because of a colon or of its first character; expected quotes around it. Add them.",
  },
});
