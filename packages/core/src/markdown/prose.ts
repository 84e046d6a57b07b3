import type { Span } from "../text/span.ts";
import type { Outline } from "./outline.ts";

/** Whether an offset of the body is prose: in no code, in no comment. */
export function isProse(outline: Outline, offset: number): boolean {
  return !isCode(outline, offset) && !holds(outline.comments, offset);
}

/** Whether an offset of the body is in a code span or a code block. */
export function isCode(outline: Outline, offset: number): boolean {
  const block = lastStarting(
    outline.codeBlocks.length,
    (index) => (outline.codeBlocks[index]?.span.start ?? 0) <= offset,
  );
  return holds(outline.codeSpans, offset) || offset < (outline.codeBlocks[block]?.span.end ?? 0);
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

function holds(sorted: readonly Span[], offset: number): boolean {
  const index = lastStarting(sorted.length, (at) => (sorted[at]?.start ?? 0) <= offset);
  return offset < (sorted[index]?.end ?? 0);
}

/** Binary search: index of the last item that starts at or before a place, -1 when none does. */
function lastStarting(length: number, starts: (index: number) => boolean): number {
  let low = -1;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
