import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "findings-capped",
  category: "quality",
  severity: "info",
  aboutCheck: true,
  summary: "Not every finding of a rule is shown when there are very many.",
  messages: {
    more: "Findings of {rule} that are not shown here: {count}. Repair the ones shown and check again to see the rest.",
  },
});
