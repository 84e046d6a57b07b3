/** Part of a word: quoted text, an escaped character, or plain characters. */
const part = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s'"\\])|[^\s'"\\]+|\S/gu;

/**
 * Splits an argument line into words like a shell: whitespace separates, and both kinds of quotes group. A backslash
 * escapes whitespace, quotes and backslashes and is literal otherwise, so that Windows paths survive; inside single quotes
 * it is always literal. An unmatched quote is an apostrophe. No other shell syntax has a meaning.
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
    // Adjacent parts form one word.
    const before = match.index === end ? words.pop() : undefined;
    words.push((before ?? "") + text);
    end = match.index + whole.length;
  }
  return words;
}

/**
 * Joins words into one argument line; `splitArguments` returns the same words.
 *
 * @example
 * joinArguments(["fix", "the login page"]); // `fix "the login page"`
 */
export function joinArguments(words: readonly string[]): string {
  return words.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[^\s'"\\]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`;
}
