/** Quotes a word so that every shell reads it literally. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
