import type { Span } from "../text/span.ts";
import type { Outline } from "./outline.ts";

/** Whether an offset is outside code and comments. */
export function isProse(outline: Outline, offset: number): boolean {
  return !isCode(outline, offset) && !holds(outline.comments, offset);
}

/** Whether an offset is inside a code span or code block. */
export function isCode(outline: Outline, offset: number): boolean {
  return holds(outline.codeSpans, offset) || holds(outline.codeBlocks, offset);
}

/** Maximum distance to search back for an opening quotation mark. */
const quoteReach = 500;

/** Whether an offset is in a block quote, or after an opening quotation mark on its line. */
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

/** The sorted spans that contain a character, found by jumping between its occurrences. */
export function spansContaining(text: string, sorted: readonly Span[], character: string): readonly Span[] {
  const holding: Span[] = [];
  let at = -1;
  for (const span of sorted) {
    if (at < span.start) at = text.indexOf(character, span.start);
    if (at === -1) break;
    if (at < span.end) holding.push(span);
  }
  return holding;
}
