/**
 * Offset of the first character at or after a place that could begin a fence or something inline; the text's length if
 * there is none.
 */
export type MarkFinder = (from: number) => number;

/**
 * Looks for each mark on its own and remembers where it stands: the search for one character is nearly free, and a
 * text without brackets is searched for them once.
 */
export function createMarkFinder(text: string): MarkFinder {
  let tick = -1;
  let opening = -1;
  let closing = -1;
  let comment = -1;
  let tilde = -1;
  const find = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    return at === -1 ? text.length : at;
  };
  let nearest = -1;
  return (from) => {
    if (from <= nearest) return nearest;
    if (tick < from) tick = find("`", from);
    if (opening < from) opening = find("[", from);
    if (closing < from) closing = find("]", from);
    if (comment < from) comment = find("<!--", from);
    if (tilde < from) tilde = find("~", from);
    nearest = Math.min(tick, opening, closing, comment, tilde);
    return nearest;
  };
}
