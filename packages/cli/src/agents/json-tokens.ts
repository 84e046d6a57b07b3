import { createScanner } from "jsonc-parser";

/** Offset of the next token, skipping whitespace and comments. */
export function nextToken(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return scanner.getTokenOffset();
}

/** Where comments that start on the same line end; the offset itself if there are none. */
export function endOfRemarks(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    if (text[start] === "/") end = start + scanner.getTokenLength();
    else if (text[start] !== " " && text[start] !== "\t") return end;
  }
}

/** Whether the text between two offsets ends in a line comment. */
export function endsInLineComment(text: string, start: number, end: number): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  let isComment = false;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= end || offset >= text.length) return isComment;
    if (/\S/.test(text[offset] ?? "")) isComment = text.startsWith("//", offset);
  }
}
