import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reference-escapes",
  category: "quality",
  severity: "warning",
  summary: "Links stay inside the skill.",
  messages: {
    escapes:
      "The link to {path} leads out of the skill, where nothing is once the skill is installed alone; copy the file into the skill, or name the other skill instead of its path.",
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
