import { defineParseRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineParseRule({
  id: "model-concern",
  category: "security",
  severity: "warning",
  aboutCheck: true,
  summary: "A model that was asked to review the skill finds no passage that could harm its user.",
  messages: {
    concern: "{model} is concerned about '{quote}': {why}",
    failed: "{model} could not review the skill: {why}",
  },
  threat: {
    owasp: ["AST01"],
    why: "A model reads intentions that no rule states, and may be wrong: its concern asks a person to look.",
    remedy: "Read the passage; if it is harmless, say why in a suppression.",
    levels: { concern: "medium", failed: "low" },
  },
});
