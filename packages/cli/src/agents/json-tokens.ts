import { createScanner } from "jsonc-parser";

/** Where the next token begins, blanks and comments skipped. */
export function nextToken(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return scanner.getTokenOffset();
}

/** Where the comments end that begin in the same line; the place itself when there are none. */
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

/** Whether what stands between two places ends in a comment that takes up the rest of its line. */
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
