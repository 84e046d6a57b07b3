import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "file.bom",
  category: "spec",
  severity: "warning",
  summary: "SKILL.md starts with its frontmatter, not with a byte order mark.",
  messages: {
    bom: "The file starts with a byte order mark, so tools that expect --- as the first characters find no frontmatter; save it as UTF-8 without a BOM.",
  },
});
