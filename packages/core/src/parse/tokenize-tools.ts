import type { Span } from "../text/span.ts";

/** One entry of `allowed-tools`: a tool and, in parentheses, a pattern for its input. A request, never a permission. */
export type ToolPattern = { readonly text: string; readonly tool: string; readonly pattern?: string };
export type ToolToken = ToolPattern & { readonly span: Span; readonly balanced: boolean };

/** Splits on whitespace and commas outside parentheses, so `Bash(git add *), Read` is two entries. */
export function tokenizeTools(text: string): readonly ToolToken[] {
  const tokens: ToolToken[] = [];
  let start = -1;
  let depth = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    const isBreak = character === undefined || (depth === 0 && isSeparator(character));
    if (isBreak && start >= 0) {
      tokens.push(toToken(text, { start, end: index }));
      start = -1;
    }
    if (isBreak) continue;
    if (start < 0) start = index;
    if (character === "(") depth++;
    if (character === ")") depth = Math.max(0, depth - 1);
  }
  return tokens;
}

function isSeparator(character: string): boolean {
  if (character > " " && character <= "~") return character === ",";
  return /\s/.test(character);
}

function toToken(source: string, span: Span): ToolToken {
  const text = source.slice(span.start, span.end);
  const open = text.indexOf("(");
  if (open === -1) return { text, tool: text, span, balanced: !text.includes(")") };
  if (open === 0 || endOfPattern(text, open) !== text.length)
    return { text, tool: text, span, balanced: false };
  return { text, tool: text.slice(0, open), pattern: text.slice(open + 1, -1), span, balanced: true };
}

/** Offset after the parenthesis that closes the one at `open`; undefined if it is not closed. */
function endOfPattern(text: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "(") depth++;
    if (text[index] === ")" && --depth === 0) return index + 1;
  }
  return undefined;
}
