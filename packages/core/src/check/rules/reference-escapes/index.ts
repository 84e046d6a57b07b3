import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reference-escapes",
  category: "quality",
  severity: "warning",
  summary: "Links stay inside the skill.",
  messages: {
    escapes:
      "The link to {path} points outside the skill and breaks once the skill is installed on its own; copy the file into the skill, or refer to the other skill by name.",
  },
  check({ references }, { report }) {
    const seen = new Set<string>();
    for (const { path, escapes, span } of references) {
      if (!escapes || seen.has(path)) continue;
      seen.add(path);
      report({ message: "escapes", args: { path }, span });
    }
  },
});
