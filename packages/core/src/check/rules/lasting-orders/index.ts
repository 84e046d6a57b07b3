import { findSigns, placeOf } from "../../../scan/prose/find-signs.ts";
import { readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { signs } from "./signs.ts";

export const rule: Rule = defineRule({
  id: "lasting-orders",
  category: "security",
  severity: "warning",
  summary:
    "The skill plants no orders in the memory, instructions or settings of agents, nor in other skills.",
  messages: {
    memory: "'{phrase}' plants an order that outlives the task; keep it in the skill.",
    settings:
      "'{phrase}' has the agent change what it may do or what it obeys; let the user change settings.",
    otherSkills: "'{phrase}' has the agent change other skills; each skill keeps to itself.",
  },
  threat: {
    owasp: ["AST01", "AST07"],
    why: "Such an order stays in force after the skill is gone, for tasks that have nothing to do with it.",
    remedy: "Keep instructions in the skill, and describe changes of settings for the user to make.",
    levels: { memory: "medium", settings: "high", otherSkills: "high" },
  },
  check(skill, { report }) {
    for (const { message, level, reading, text } of findSigns(readingsOf(skill.evidence()), signs))
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
  },
});
