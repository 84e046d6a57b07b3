/** Where the first character of a line that is not blank stands, and where the line ends. */
type LineParts = { readonly first: number; readonly end: number };

/** The backticks or tildes that open a fence in a line, which may be a list item. */
export function fenceMark(text: string, { first, end }: LineParts): string | undefined {
  const start = afterBullet(text, first);
  const after = endOfMark(text, start);
  if (after - start < 3) return undefined;
  // A backtick further on in the line means that this is inline code, not a fence.
  const tick = text[start] === "`" ? text.indexOf("`", after) : -1;
  return tick !== -1 && tick < end ? undefined : text.slice(start, after);
}

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
  const mark = text[at];
  const isBullet = at === start ? mark === "-" || mark === "*" || mark === "+" : mark === "." || mark === ")";
  if (!isBullet || text[at + 1] !== " ") return start;
  do at++;
  while (text[at + 1] === " ");
  return at + 1;
}

/** Where the backticks or tildes that stand at an offset end. */
function endOfMark(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  if (mark !== 0x60 && mark !== 0x7e) return start;
  let end = start + 1;
  while (text.charCodeAt(end) === mark) end++;
  return end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
