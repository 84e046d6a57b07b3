import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "frontmatter.mapping",
  category: "spec",
  severity: "error",
  summary: "The frontmatter is a mapping of fields.",
  messages: {
    empty: "The frontmatter is empty; expected at least the fields name and description. Add them.",
    notMapping:
      "The frontmatter is a {found}; expected fields such as 'name: my-skill'. Write one field per line.",
  },
});
