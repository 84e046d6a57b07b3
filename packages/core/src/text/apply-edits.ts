import type { Edit } from "../finding.ts";

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
