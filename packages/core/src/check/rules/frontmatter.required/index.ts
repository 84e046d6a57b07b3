import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.required",
  category: "spec",
  severity: "error",
  summary: "SKILL.md starts with frontmatter.",
  messages: {
    missing:
      "The file does not start with frontmatter; expected a first line of --- followed by name and description. Add it at the very top.",
    notFirst:
      "Something blank stands before the opening ---; expected it as the first three characters of the file. Remove what stands before it.",
  },
});
