import type { Span } from "../text/span.ts";

/** One entry of `allowed-tools`: a tool and, in parentheses, which of its uses. A request, never a permission. */
export type ToolPattern = { readonly text: string; readonly tool: string; readonly pattern?: string };
export type ToolToken = ToolPattern & { readonly span: Span; readonly balanced: boolean };

/** Splits on blanks and commas outside parentheses, so `Bash(git add *), Read` is two entries. */
export function tokenizeTools(text: string): readonly ToolToken[] {
  const tokens: ToolToken[] = [];
  let start = -1;
  let depth = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    const isBreak = character === undefined || (depth === 0 && (character === "," || /\s/.test(character)));
    if (isBreak && start >= 0) {
      tokens.push(toToken(text, { start, end: index }, depth));
      start = -1;
    }
    if (isBreak) continue;
    if (start < 0) start = index;
    if (character === "(") depth++;
    if (character === ")") depth = Math.max(0, depth - 1);
  }
  return tokens;
}

function toToken(text: string, span: Span, depth: number): ToolToken {
  const token = text.slice(span.start, span.end);
  const open = token.indexOf("(");
  const balanced = depth === 0 && (open < 0 ? !token.includes(")") : token.endsWith(")"));
  if (!balanced) return { text: token, tool: token, span, balanced };
  if (open < 0) return { text: token, tool: token, span, balanced };
  return { text: token, tool: token.slice(0, open), pattern: token.slice(open + 1, -1), span, balanced };
}
