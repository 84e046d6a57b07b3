import { findValue } from "../../../parse/yaml-node.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "description-quality",
  category: "quality",
  severity: "warning",
  summary: "The description says when to use the skill, not only what it does.",
  messages: {
    noTrigger:
      "The description does not say when to use the skill, and agents choose skills by their descriptions; add a sentence such as 'Use when the user asks to …'.",
  },
  check({ parsed }, { report }) {
    const { description = "", disableModelInvocation } = parsed.manifest;
    const node = findValue(parsed.frontmatter, "description");
    if (!node || description === "" || saysWhen(description) || !isEnglish(description)) return;
    // A skill that only users start needs no trigger, and some clients have a separate field for it.
    if (disableModelInvocation || findValue(parsed.frontmatter, "when_to_use")) return;
    report({ message: "noTrigger", span: node.span });
  },
});

function saysWhen(description: string): boolean {
  return description.includes(" when ") || trigger.test(description);
}

const trigger = new RegExp(
  [
    "\\bwhen(?:ever)?\\b",
    "\\btrigger",
    "\\buse (?:it|this|these|me|for|if|on|to|in|with|before|after|during|only|proactively|as soon)\\b",
    "\\b(?:used|useful|ideal|suitable|suited|best|intended|designed|meant|helpful|applicable) (?:for|to|by)\\b",
    "\\b(?:invoke|activate|load|apply|applies|consult|call|run) (?:this|it|for|to any|on)\\b",
    "\\bif (?:the |a )?(?:user|you|someone)\\b",
    "\\bask(?:s|ed|ing)? (?:for|to|about|how|you|me|claude)\\b",
    "\\b(?:user|users|you|someone|anyone|people) (?:want|need|ask|say|mention|request|provide)s?\\b",
    "\\bfor (?:any )?(?:task|request|question|prompt|quer)",
    "\\b(?:before|after|while|during) \\w+ing\\b",
  ].join("|"),
  "i",
);

const englishWord = /\b(?:the|and|with|of|from|to|for)\b/i;

/** A description in another language cannot be judged by English words. */
function isEnglish(text: string): boolean {
  const isAscii = !/[^\p{ASCII}\p{P}\p{S}\s]/u.test(text);
  if (isAscii) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin > letters * 0.8 && englishWord.test(text);
}
