/** Emphasis marks and brackets in one text; the longest public skills have a tenth of this. */
const maxMarks = 20_000;
/** The same in one paragraph, where parsing time is quadratic. */
const maxMarksTogether = 2000;
/** Indentation and nested quote or list marks: the parser recurses for each. */
const maxIndent = 200;
const maxNesting = 50;

/** Whether text can be parsed in reasonable time and depth; anything else is an attack or not Markdown, and is shown verbatim. */
export function isOrdinaryMarkdown(text: string): boolean {
  let total = 0;
  let together = 0;
  for (const line of text.split("\n")) {
    if (indentOf(line) > maxIndent || nestingOf(line) > maxNesting) return false;
    const marks = countMarks(line);
    total += marks;
    together = line.trim() === "" ? 0 : together + marks;
    if (total > maxMarks || together > maxMarksTogether) return false;
  }
  return true;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function nestingOf(line: string): number {
  const marks = /^(?:[ >]|[-*+] |\d{1,9}[.)] )*/.exec(line)?.[0] ?? "";
  return marks.replaceAll(" ", "").length;
}

function countMarks(line: string): number {
  let count = 0;
  for (const character of line) if ("*_~[]`<".includes(character)) count++;
  return count;
}
