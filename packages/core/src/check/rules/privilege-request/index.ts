import { findSigns, placeOf } from "../../../scan/prose/find-signs.ts";
import { readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { signs } from "./signs.ts";

export const rule: Rule = defineRule({
  id: "privilege-request",
  category: "security",
  severity: "warning",
  summary: "No sentence asks to switch off defenses or to take more rights than the task needs.",
  messages: {
    defense: "'{phrase}' asks to switch off a defense of the machine or the agent; leave it on.",
    rights: "'{phrase}' asks for more rights than a skill needs; ask for what the task needs.",
  },
  threat: {
    owasp: ["AST03", "AST06"],
    why: "Without the defense, whatever else the skill or its data contains reaches the user's machine.",
    remedy:
      "Name the one file, host or command that the task needs, and keep sandbox, checks and scanners on.",
    levels: { defense: "high", rights: "medium" },
  },
  check(skill, { report }) {
    for (const { message, level, reading, text } of findSigns(readingsOf(skill.evidence()), signs))
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
  },
});
