import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.required",
  category: "spec",
  severity: "error",
  summary: "SKILL.md starts with frontmatter.",
  messages: {
    missing:
      "The file does not start with frontmatter; expected --- on the first line, followed by name and description. Add it at the very top.",
    notFirst:
      "Whitespace before the opening ---; expected --- as the first three characters of the file. Remove the whitespace.",
  },
});
