/** A text of at most so many characters, and how many were left out: its start and its end, which tell the most. */
export type CutText = { readonly head: string; readonly tail: string; readonly omitted: number };

export function cutMiddle(text: string, most: number): CutText {
  if (text.length <= most) return { head: text, tail: "", omitted: 0 };
  const head = text.slice(0, Math.ceil(most * 0.7)).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - Math.floor(most * 0.3)).replace(/^[\udc00-\udfff]/, "");
  return { head, tail, omitted: text.length - head.length - tail.length };
}
