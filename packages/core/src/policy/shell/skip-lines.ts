import { readHereDocuments } from "./read-here-documents.ts";
import { type ShellSource, skipBlanks } from "./shell-source.ts";

/** Skips spaces, comments and line breaks, with the here-documents after one. */
export function skipLines(source: ShellSource): void {
  for (;;) {
    skipBlanks(source);
    skipComment(source);
    if (source.text[source.at] !== "\n") return;
    source.at++;
    readHereDocuments(source);
  }
}

/** Only where a word could start; elsewhere `#` is an ordinary character. */
export function skipComment(source: ShellSource): void {
  if (source.text[source.at] !== "#") return;
  const end = source.text.indexOf("\n", source.at);
  source.at = end === -1 ? source.text.length : end;
}
