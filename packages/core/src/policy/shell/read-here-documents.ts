import { readBackticks, readDollar } from "./read-expansion.ts";
import { type HereDocument, innerSource, type ShellSource, skipBlanks, unreadable } from "./shell-source.ts";

const delimiter = /'([\w.!-]+)'|"([\w.!-]+)"|\\?([\w.!-]+)/y;

/** `<<WORD` or `<<-WORD`, after the operator: the text follows below. */
export function readDelimiter(source: ShellSource, { tabs }: { readonly tabs: boolean }): void {
  skipBlanks(source);
  delimiter.lastIndex = source.at;
  const found = delimiter.exec(source.text);
  source.at += found?.[0].length ?? 0;
  if (!found || !/[\s;&|)<>]/.test(source.text[source.at] ?? ""))
    unreadable("an unusual end of a here-document");
  const end = found[1] ?? found[2] ?? found[3] ?? "";
  source.waiting.push({ end, quoted: found[0] !== end, tabs });
}

/** Skips the texts of all pending here-documents. They are data, except for substitutions. */
export function readHereDocuments(source: ShellSource): void {
  for (const document of source.waiting.splice(0)) {
    const text = readText(source, document);
    if (!document.quoted) readSubstitutionsIn(innerSource(source, text));
  }
}

function readText(source: ShellSource, { end, quoted, tabs }: HereDocument): string {
  const start = source.at;
  for (;;) {
    const lineStart = source.at;
    if (lineStart >= source.text.length) unreadable("a here-document without an end");
    const lineBreak = source.text.indexOf("\n", lineStart);
    const lineEnd = lineBreak === -1 ? source.text.length : lineBreak;
    const line = source.text.slice(lineStart, lineEnd);
    source.at = lineBreak === -1 ? lineEnd : lineEnd + 1;
    // The shell joins such lines before it looks for the end.
    if (!quoted && line.endsWith("\\")) unreadable("a line continuation in a here-document");
    const content = tabs ? line.replace(/^\t+/, "") : line;
    if (content === end) return source.text.slice(start, lineStart);
    // In a substitution, bash takes such a line as the end and the rest of it as commands.
    if (source.depth > 0 && content.startsWith(end)) unreadable("a here-document that may end in two places");
  }
}

const plain = /[^\\$`]+/y;

function readSubstitutionsIn(text: ShellSource): void {
  while (text.at < text.text.length) {
    plain.lastIndex = text.at;
    text.at += plain.exec(text.text)?.[0].length ?? 0;
    const character = text.text[text.at];
    if (character === "$") readDollar(text, { quoted: true });
    else if (character === "`") readBackticks(text);
    else if (character === "\\") text.at += 2;
  }
}
