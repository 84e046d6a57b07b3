/** Half-open offsets into a text, in UTF-16 code units. */
export type Span = { readonly start: number; readonly end: number };

/** The span without leading and trailing whitespace. */
export function trimSpan(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && text.charCodeAt(first) <= 0x20) first++;
  while (last > first && text.charCodeAt(last - 1) <= 0x20) last--;
  return { start: first, end: last };
}
