import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "file.name",
  category: "spec",
  severity: "info",
  summary: "The file is named SKILL.md, in uppercase.",
  messages: {
    lowercase:
      "The file is named skill.md; the reference tool reads it, but most clients only look for SKILL.md. Rename it.",
  },
  check({ file }, { report }) {
    if (file === "skill.md" || file.endsWith("/skill.md")) report({ message: "lowercase" });
  },
});
