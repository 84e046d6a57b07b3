import { limits } from "../../../limits.ts";
import type { ParsedSkill } from "../../../parse/parse-skill.ts";
import type { Span } from "../../../text/span.ts";
import { trimSpan } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "body.maxLines",
  category: "spec",
  severity: "warning",
  summary: "The body has at most 500 lines.",
  messages: {
    tooLong:
      "The body has {lines} lines; at most {max} are recommended, since the whole body is loaded whenever the skill is used. Move details that are not always needed into linked files.",
  },
  options: { max: limits.bodyLines },
  check({ parsed, outline }, { report, options: { max = limits.bodyLines } }) {
    const lines = outline.lineCount;
    if (lines <= max) return;
    report({ message: "tooLong", args: { lines, max }, span: lineAfter(max, parsed) });
  },
});

/** The first line past the limit. */
function lineAfter(max: number, { text, bodySpan }: ParsedSkill): Span {
  let { start } = trimSpan(text, bodySpan);
  for (let line = 0; line < max; line++) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  return { start, end: end === -1 ? text.length : end };
}
