import type { Span } from "@skillwright/core/text";

/** The text's line break style. */
export function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** Appends lines after an empty line; keeps a missing final line break missing. */
export function appendBlock(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const block = lines.join(eol);
  return text === "" || text.endsWith("\n") ? text + eol + block + eol : text + eol + eol + block;
}

/** Undoes `appendBlock`; undefined if nothing is left. */
export function cutBlock(text: string, { start, end }: Span): string | undefined {
  if (start === 0 && end === text.length) return undefined;
  const isUnended = end === text.length && !text.endsWith("\n");
  const before = text.slice(0, start);
  const separator = isUnended ? /(?:\r?\n){0,2}$/ : /(?<=^|\n)\r?\n$/;
  return before.replace(separator, "") + text.slice(end);
}

/** Lines including their line breaks. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
