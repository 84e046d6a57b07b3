import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "findings-capped",
  category: "quality",
  severity: "info",
  aboutCheck: true,
  summary: "Says how many findings of a rule are not shown.",
  messages: {
    more: "Findings of {rule} not shown: {count}. Fix the ones shown and check again to see the rest.",
  },
});
