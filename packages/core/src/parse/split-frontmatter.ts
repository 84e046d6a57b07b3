import type { Span } from "../text/span.ts";

export type DocumentParts =
  | { readonly kind: "complete"; readonly yaml: Span; readonly body: Span }
  | { readonly kind: "unclosed"; readonly yaml: Span }
  | { readonly kind: "absent" };

/**
 * Finds the frontmatter. Delimiters are whole lines of three hyphens (trailing spaces allowed), so a `---` inside a value
 * or a longer line of hyphens never closes it.
 */
export function splitFrontmatter(text: string): DocumentParts {
  const start = endOfDelimiter(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (start === undefined) return { kind: "absent" };
  for (let at = start; at <= text.length; ) {
    const end = endOfDelimiter(text, at);
    if (end !== undefined) {
      return { kind: "complete", yaml: { start, end: at }, body: { start: end, end: text.length } };
    }
    const newline = text.indexOf("\n", at);
    if (newline === -1) break;
    at = newline + 1;
  }
  return { kind: "unclosed", yaml: { start, end: text.length } };
}

/** Offset after the delimiter line that starts at `at`; undefined if that line is not a delimiter. */
function endOfDelimiter(text: string, at: number): number | undefined {
  if (!text.startsWith("---", at)) return undefined;
  const newline = text.indexOf("\n", at + 3);
  const end = newline === -1 ? text.length : newline;
  for (let index = at + 3; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0d) return undefined;
  }
  return newline === -1 ? text.length : newline + 1;
}
