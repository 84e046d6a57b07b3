/** Part of a word: a quoted text, a backslash with what it covers, or plain characters. */
const part = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s'"\\])|[^\s'"\\]+|\S/gu;

/**
 * The words of an argument line, as a shell would split them: blanks separate, quotes of either kind keep together.
 * A backslash takes the meaning from a blank, a quote or a backslash and is itself otherwise, so that Windows paths
 * survive; inside single quotes it is always itself. A quote without its partner is an apostrophe. Nothing else that
 * means something to a shell means anything here.
 *
 * @example
 * splitArguments(`fix "the login page" don't`); // ["fix", "the login page", "don't"]
 */
export function splitArguments(line: string): readonly string[] {
  const words: string[] = [];
  let end = -1;
  for (const match of line.matchAll(part)) {
    const [whole, single, double, escaped] = match;
    const text = single ?? double?.replace(/\\(["\\])/g, "$1") ?? escaped ?? whole;
    // Parts that touch are one word.
    const before = match.index === end ? words.pop() : undefined;
    words.push((before ?? "") + text);
    end = match.index + whole.length;
  }
  return words;
}
