/** At most `most` characters of a text around a position; `…` marks what was cut. */
export function excerpt(text: string, at: number, most: number): string {
  if (text.length <= most) return text;
  const start = Math.max(0, Math.min(at - Math.floor(most / 2), text.length - most));
  const end = start + most;
  const part = text.slice(isSplit(text, start) ? start + 1 : start, isSplit(text, end) ? end - 1 : end);
  return `${start > 0 ? "…" : ""}${part}${end < text.length ? "…" : ""}`;
}

/** The index of the first difference. */
export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Whether a position is between the two halves of a surrogate pair. */
function isSplit(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
