import type { Span } from "@skillwright/core/text";

/** The line break that a text uses. */
export function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** Lines at the end of a text, after an empty one; a text without a last line break stays one. */
export function appendBlock(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const block = lines.join(eol);
  return text === "" || text.endsWith("\n") ? text + eol + block + eol : text + eol + eol + block;
}

/** Takes such lines out again; undefined when there was nothing else, not even an empty line. */
export function cutBlock(text: string, { start, end }: Span): string | undefined {
  if (start === 0 && end === text.length) return undefined;
  const isUnended = end === text.length && !text.endsWith("\n");
  const before = text.slice(0, start);
  const separator = isUnended ? /(?:\r?\n){0,2}$/ : /(?<=^|\n)\r?\n$/;
  return before.replace(separator, "") + text.slice(end);
}

/** A text's lines, each with its line break. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
