import { isProse, isQuoted } from "../../../markdown/prose.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "placeholder-text",
  category: "quality",
  severity: "warning",
  summary: "No text is left over from a template.",
  messages: {
    template:
      "'{phrase}' is text of a template; replace it with what your skill does, or an agent follows the template.",
  },
  check({ parsed: { text, bodySpan }, outline }, { report }) {
    for (const phrase of phrases) {
      const start = text.indexOf(phrase);
      if (start === -1) continue;
      const isMention = start >= bodySpan.start && (!isProse(outline, start) || isQuoted(text, start));
      if (isMention) continue;
      report({ message: "template", args: { phrase }, span: { start, end: start + phrase.length } });
    }
  },
});

/** One sentence of each template; a skill that kept it was not written yet. */
const phrases: readonly string[] = [
  // `skillwright new`
  "Produce a result that the user can verify from the files they named",
  // The template and the README of anthropics/skills
  "Replace with description of the skill",
  "Insert instructions below",
  "A clear description of what this skill does and when to use it",
  "[Add your instructions here",
  // The skill-creator of anthropics/skills
  "[TODO: Complete and informative explanation",
  "Lorem ipsum dolor",
];
