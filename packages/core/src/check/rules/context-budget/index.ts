import { limits } from "../../../limits.ts";
import type { Span } from "../../../text/span.ts";
import { trimSpan } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";

const defaults = { maxTokens: limits.bodyTokens, maxLines: limits.bodyLines };

export const rule: Rule = defineRule({
  id: "context-budget",
  category: "quality",
  severity: "warning",
  summary: "The instructions have at most 5,000 tokens and 500 lines.",
  messages: {
    tokens:
      "The instructions have about {tokens} tokens; expected at most {max}, since all of them enter the context at once. Move details that are not always needed into references/, starting about here.",
    lines:
      "The instructions have {lines} lines; expected at most {max}. Move details that are not always needed into references/, starting about here.",
  },
  options: defaults,
  check({ parsed, outline }, { report, options }) {
    const { maxTokens = defaults.maxTokens, maxLines = defaults.maxLines } = options;
    const body = trimSpan(parsed.text, parsed.bodySpan);
    const tokens = Math.ceil((body.end - body.start) / limits.charactersPerToken);
    if (tokens > maxTokens) {
      const span = lineAt(parsed.text, body.start + maxTokens * limits.charactersPerToken, body.end);
      report({ message: "tokens", args: { tokens, max: maxTokens }, span });
    } else if (outline.lineCount > maxLines) {
      const start = startOfLine(parsed.text, body.start, maxLines);
      const span = lineAt(parsed.text, start, body.end);
      report({ message: "lines", args: { lines: outline.lineCount, max: maxLines }, span });
    }
  },
});

function lineAt(text: string, offset: number, bodyEnd: number): Span {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return { start, end: end === -1 ? bodyEnd : Math.min(end, bodyEnd) };
}

function startOfLine(text: string, bodyStart: number, line: number): number {
  let start = bodyStart;
  for (let count = 0; count < line; count++) start = text.indexOf("\n", start) + 1;
  return start;
}
