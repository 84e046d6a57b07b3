export const lineKind = { heading: 3, body: 4, code: 5 } as const;
export type VisitLine = (start: number, end: number, kind: number) => void;

/** Calls `visit` for each line of a Markdown body with the field it belongs to (an index of `searchFields`). */
export function visitBodyLines(body: string, end: number, visit: VisitLine): void {
  let fence = 0;
  for (let start = 0; start < end; ) {
    const newline = body.indexOf("\n", start);
    const stop = newline < 0 || newline > end ? end : newline;
    const mark = fenceAt(body, start, stop);
    if (mark !== 0 && (fence === 0 || fence === mark)) {
      // The language after an opening fence says what the code is.
      if (fence === 0) visit(start, stop, lineKind.code);
      fence = fence === 0 ? mark : 0;
    } else if (fence !== 0) visit(start, stop, lineKind.code);
    else visit(start, stop, isHeading(body, start) ? lineKind.heading : lineKind.body);
    start = stop + 1;
  }
}

/** The character code of the fence a line begins with, or 0. */
function fenceAt(body: string, start: number, end: number): number {
  let at = start;
  while (at < end && body.charCodeAt(at) === 32) at++;
  const mark = body.charCodeAt(at);
  if (mark !== 96 && mark !== 126) return 0;
  return body.charCodeAt(at + 1) === mark && body.charCodeAt(at + 2) === mark ? mark : 0;
}

function isHeading(body: string, start: number): boolean {
  let at = start;
  while (body.charCodeAt(at) === 35) at++;
  return at > start && at - start <= 6 && body.charCodeAt(at) === 32;
}
