import { trimSpan } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "body-empty",
  category: "quality",
  severity: "info",
  summary: "The skill has instructions after its frontmatter.",
  messages: {
    empty:
      "The skill has no instructions after the frontmatter, so activating it tells an agent nothing; add the steps to take.",
  },
  check({ parsed, outline }, { report }) {
    const { text, bodySpan, problems } = parsed;
    // With unclosed frontmatter, the start of the body is unknown.
    if (problems.some(({ rule }) => rule === "frontmatter.unclosed")) return;
    const body = trimSpan(text, bodySpan);
    // A longer body is not made of headings and comments alone.
    if (body.end - body.start > 2000) return;
    let rest = text.slice(body.start, body.end);
    for (const { start, end } of [...outline.headings.map(({ span }) => span), ...outline.comments]) {
      rest = rest.replace(text.slice(start, end), "");
    }
    if (rest.trim() === "") report({ message: "empty", span: body });
  },
});
