import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "file.name",
  category: "spec",
  severity: "info",
  summary: "The file is called SKILL.md, in capitals.",
  messages: {
    lowercase:
      "The file is called skill.md; the reference tool reads it, but most clients look for SKILL.md only. Rename it.",
  },
  check({ file }, { report }) {
    if (file === "skill.md" || file.endsWith("/skill.md")) report({ message: "lowercase" });
  },
});
