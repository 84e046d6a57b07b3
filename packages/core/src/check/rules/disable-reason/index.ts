import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "disable-reason",
  category: "quality",
  severity: "warning",
  aboutCheck: true,
  summary: "A comment that disables a rule gives a reason.",
  messages: {
    unknownRule:
      "Unknown rule {rule}, so this comment has no effect; correct the name or remove the comment.",
    keepsSecurity:
      "A comment tries to disable the security rule {rule}, which only the person who scans can do, with a suppression in skillwright.config.json.",
    noReason:
      "This comment has no effect, because it gives no reason for disabling {rules}; write '<!-- skillwright-disable-next-line RULE -- the reason -->'.",
  },
});
