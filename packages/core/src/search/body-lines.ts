import type { Span } from "../text/span.ts";

export const lineKind = { heading: 3, body: 4, code: 5 } as const;
export type VisitLine = (start: number, end: number, kind: number) => void;

/** Calls `visit` for each line of a Markdown body with its field (an index of `searchFields`). */
export function visitBodyLines(text: string, span: Span, visit: VisitLine): void {
  let fence = 0;
  for (let { start } = span; start < span.end; ) {
    const newline = text.indexOf("\n", start);
    const stop = newline < 0 ? span.end : newline;
    const mark = fenceAt(text, start);
    if (mark !== 0 && (fence === 0 || fence === mark)) {
      // The language after an opening fence describes the code.
      if (fence === 0) visit(start, stop, lineKind.code);
      fence = fence === 0 ? mark : 0;
    } else if (fence !== 0) visit(start, stop, lineKind.code);
    else visit(start, stop, isHeading(text, start) ? lineKind.heading : lineKind.body);
    start = stop + 1;
  }
}

const [space, hash, backtick, tilde] = [32, 35, 96, 126];

/** The character code of the fence that starts a line, or 0. */
function fenceAt(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === space) at++;
  const mark = text.charCodeAt(at);
  if (mark !== backtick && mark !== tilde) return 0;
  return text.charCodeAt(at + 1) === mark && text.charCodeAt(at + 2) === mark ? mark : 0;
}

function isHeading(text: string, start: number): boolean {
  let at = start;
  while (text.charCodeAt(at) === hash) at++;
  return at > start && at - start <= 6 && text.charCodeAt(at) === space;
}
