import type { Span } from "../text/span.ts";
import type { Outline } from "./outline.ts";

/** Whether an offset of the body is prose: in no code, in no comment. */
export function isProse(outline: Outline, offset: number): boolean {
  return !isCode(outline, offset) && !holds(outline.comments, offset);
}

/** Whether an offset of the body is in a code span or a code block. */
export function isCode(outline: Outline, offset: number): boolean {
  return holds(outline.codeSpans, offset) || holds(outline.codeBlocks, offset);
}

/** How far back on its line a quotation mark is looked for. */
const quoteReach = 500;

/** Whether an offset stands in a quotation: in a quoted line, or after an opening mark on its line. */
export function isQuoted(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - quoteReach), offset);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/^\s*>/.test(line)) return true;
  return line.split('"').length % 2 === 0 || line.lastIndexOf("“") > line.lastIndexOf("”");
}

/** Binary search for the last span that starts at or before an offset. */
function holds(sorted: readonly Span[], offset: number): boolean {
  let low = -1;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return offset < (sorted[low]?.end ?? 0);
}
