import { findSigns, placeOf } from "../../../scan/prose/find-signs.ts";
import { readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { signs } from "./signs.ts";

export const rule: Rule = defineRule({
  id: "user-deception",
  category: "security",
  severity: "warning",
  summary: "No text has the agent act behind the user's back or without a consent that was really given.",
  messages: {
    hideFromUser: "'{phrase}' tells the agent to hide something from the user; remove it.",
    falseReport: "'{phrase}' tells the agent to report something else than what happened; remove it.",
    falseApproval: "'{phrase}' claims a consent of the user that no skill can give; let the agent ask.",
  },
  threat: {
    owasp: ["AST01", "AST03"],
    why: "The user cannot stop what they do not learn about, or were never asked.",
    remedy: "Say openly what the skill does, and leave questions and permissions to the agent.",
    levels: { hideFromUser: "high", falseReport: "high", falseApproval: "high" },
  },
  check(skill, { report }) {
    for (const { message, level, reading, text } of findSigns(readingsOf(skill.evidence()), signs))
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
  },
});
