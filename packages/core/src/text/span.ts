import type { Edit } from "../finding.ts";

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

/** Applies edits to a text; if two overlap, only the one that starts first is applied. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let position = 0;
  for (const edit of ordered) {
    if (edit.span.start < position) continue;
    result += text.slice(position, edit.span.start) + edit.text;
    position = edit.span.end;
  }
  return result + text.slice(position);
}
