// The reference's YAML library breaks lines at these too, although only LF resets its columns.
const BREAKS = "\n\x85\u2028\u2029";

/** The character at a position; NUL past the end, as in the reference's reader. */
export function characterAt(source: string, position: number): string {
  return source[position] ?? "\0";
}

export function isBreak(character: string): boolean {
  return BREAKS.includes(character);
}

export function isBreakOrEnd(character: string): boolean {
  return character === "\0" || isBreak(character);
}

export function isBlankOrEnd(character: string): boolean {
  return character === " " || character === "\t" || isBreakOrEnd(character);
}

/** The text of a line break in a value: NEL becomes LF; LS and PS stay. */
export function breakText(character: string): string {
  return character === "\x85" ? "\n" : character;
}

/** Zero-based column; a byte order mark has no width. */
export function columnAt(source: string, position: number): number {
  const line = source.slice(position === 0 ? 0 : source.lastIndexOf("\n", position - 1) + 1, position);
  return line.includes("\ufeff") ? line.replaceAll("\ufeff", "").length : line.length;
}

export function isDocumentEnd(source: string, position: number): boolean {
  return source.startsWith("...", position) && isBlankOrEnd(characterAt(source, position + 3));
}

/** Why strictyaml does not accept a text; the offset is in the given text. */
export type YamlProblem = { readonly problem: string; readonly offset: number };

/** A line break inside a plain or quoted value becomes a space unless empty lines follow. */
export function foldBreaks(first: string, following: string): string {
  if (breakText(first) !== "\n") return first + following;
  return following === "" ? " " : following;
}
