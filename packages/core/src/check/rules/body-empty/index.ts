import { trimmed } from "../../../markdown/outline.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "body-empty",
  category: "quality",
  severity: "info",
  summary: "The skill has instructions after its frontmatter.",
  messages: {
    empty:
      "There are no instructions after the frontmatter, so activating the skill tells an agent nothing; add the steps to take.",
  },
  check({ parsed, outline }, { report }) {
    const { text, bodySpan, problems } = parsed;
    // Of an unclosed frontmatter nobody knows where the body starts.
    if (problems.some(({ rule }) => rule === "frontmatter.unclosed")) return;
    const body = trimmed(text, bodySpan);
    // Longer bodies need no look at their parts: headings and comments alone do not get there.
    if (body.end - body.start > 2000) return;
    let rest = text.slice(body.start, body.end);
    for (const { start, end } of [...outline.headings.map(({ span }) => span), ...outline.comments]) {
      rest = rest.replace(text.slice(start, end), "");
    }
    if (rest.trim() === "") report({ message: "empty", span: body });
  },
});
