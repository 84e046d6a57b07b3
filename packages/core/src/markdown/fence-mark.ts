import { blank, closingParenthesis, dot, isBullet, isDigit, tick, tilde } from "./characters.ts";

/** The backticks or tildes that open a fence on the line whose content starts at `first`; the line may be a list item. */
export function fenceMark(text: string, first: number, end: number): string | undefined {
  const start = afterBullet(text, first);
  const after = endOfMark(text, start);
  if (after - start < 3) return undefined;
  // Another backtick later in the line makes this inline code, not a fence.
  const next = text.charCodeAt(start) === tick ? text.indexOf("`", after) : -1;
  return next !== -1 && next < end ? undefined : text.slice(start, after);
}

/** Offsets of a line's first non-space character and of its end. */
type LineParts = { readonly first: number; readonly end: number };

/** Whether a line consists of the fence's mark, at least as long as the opening one. */
export function closesFence(text: string, { first, end }: LineParts, mark: string): boolean {
  if (!text.startsWith(mark, first)) return false;
  const after = endOfMark(text, first);
  return after === end || text.slice(after, end).trim() === "";
}

/** Offset after `- ` or `1. `; `start` itself if no list item starts there. */
function afterBullet(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  const mark = text.charCodeAt(at);
  const isItem = at === start ? isBullet(mark) : mark === dot || mark === closingParenthesis;
  if (!isItem || text.charCodeAt(at + 1) !== blank) return start;
  do at++;
  while (text.charCodeAt(at + 1) === blank);
  return at + 1;
}

/** End of the run of backticks or tildes at an offset. */
function endOfMark(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  if (mark !== tick && mark !== tilde) return start;
  let end = start + 1;
  while (text.charCodeAt(end) === mark) end++;
  return end;
}
