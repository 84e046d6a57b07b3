/** A program and its arguments as a list of strings on one line, as in `["sh", "-c", "make test"]`. */
export function isWordList(text: string): boolean {
  return /^\s{0,20}\[.*\]\s{0,20}$/.test(text);
}

/** Such a list as a shell's command. */
export function readWordList(text: string): string {
  return Array.from(
    text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s,[\]"']+)/g),
    ([, double, single, plain = ""]) => quoteWord(double?.replaceAll(/\\(["\\/])/g, "$1") ?? single ?? plain),
  ).join(" ");
}

/** Programs get an argument with spaces as one word. */
export function quoteWord(word: string): string {
  return /\s/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word;
}
