import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "disable-reason",
  category: "quality",
  severity: "warning",
  aboutCheck: true,
  summary: "A comment that silences a rule says why.",
  messages: {
    unknownRule:
      "There is no rule called {rule}, so this comment silences nothing; correct its name or remove it.",
    noReason:
      "This comment silences nothing, since it gives no reason for {rules}; write '<!-- skillwright-disable-next-line RULE -- the reason -->'.",
  },
});
