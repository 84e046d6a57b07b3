/** The start and the end of a text, which say the most, and how many characters were left out. */
export type CutText = { readonly head: string; readonly tail: string; readonly omitted: number };

export function cutMiddle(text: string, most: number): CutText {
  if (text.length <= most) return { head: text, tail: "", omitted: 0 };
  const head = text.slice(0, Math.ceil(most * 0.7)).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - Math.floor(most * 0.3)).replace(/^[\udc00-\udfff]/, "");
  return { head, tail, omitted: text.length - head.length - tail.length };
}
