import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "findings-capped",
  category: "quality",
  severity: "info",
  summary: "Not every finding of a rule is shown when there are very many.",
  messages: {
    more: "There are {count} more findings of {rule} than are shown here; repair these and check again to see the rest.",
  },
});
