import { findSigns, placeOf } from "../../../scan/prose/find-signs.ts";
import { readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { signs } from "./signs.ts";

export const rule: Rule = defineRule({
  id: "forced-use",
  category: "security",
  severity: "warning",
  summary: "The skill does not claim every request for itself, nor push aside other skills and tools.",
  messages: {
    everyRequest:
      "'{phrase}' claims requests that have nothing to do with the skill; name the tasks it is for.",
    beforeOthers: "'{phrase}' puts the skill or its tool before all others; let the agent choose by task.",
  },
  threat: {
    owasp: ["AST01", "AST04"],
    why: "A skill that is always used sees and steers every task, whatever the user installed it for.",
    remedy: "Describe when the skill helps, and leave the choice to the agent.",
    levels: { everyRequest: "medium", beforeOthers: "medium" },
  },
  check(skill, { report }) {
    for (const { message, level, reading, text } of findSigns(readingsOf(skill.evidence()), signs))
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
  },
});
