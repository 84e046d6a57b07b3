import { blank, closingParenthesis, dot, isBullet, isDigit, tick, tilde } from "./characters.ts";

/** The backticks or tildes that open a fence in a line, which may be a list item and is not blank from `first` on. */
export function fenceMark(text: string, first: number, end: number): string | undefined {
  const start = afterBullet(text, first);
  const after = endOfMark(text, start);
  if (after - start < 3) return undefined;
  // A backtick further on in the line means that this is inline code, not a fence.
  const next = text.charCodeAt(start) === tick ? text.indexOf("`", after) : -1;
  return next !== -1 && next < end ? undefined : text.slice(start, after);
}

/** Where the first character of a line that is not blank stands, and where the line ends. */
type LineParts = { readonly first: number; readonly end: number };

/** Whether a line holds nothing but the fence's mark, once more or longer. */
export function closesFence(text: string, { first, end }: LineParts, mark: string): boolean {
  if (!text.startsWith(mark, first)) return false;
  const after = endOfMark(text, first);
  return after === end || text.slice(after, end).trim() === "";
}

/** Offset of what follows `- ` or `1. `; the offset itself where no list item starts. */
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

/** Where the backticks or tildes that stand at an offset end. */
function endOfMark(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  if (mark !== tick && mark !== tilde) return start;
  let end = start + 1;
  while (text.charCodeAt(end) === mark) end++;
  return end;
}
