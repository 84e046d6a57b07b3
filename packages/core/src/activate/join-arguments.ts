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
