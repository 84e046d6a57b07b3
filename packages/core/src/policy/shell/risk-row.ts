/**
 * Arguments with which a program that looks harmless runs other programs, or writes files that it names. What a program
 * plainly is for, such as writing an archive for `zip`, is no risk in this sense: who allows it, means it.
 */
export type RiskRow = {
  /** Options, short and long. Long ones count in any abbreviation, short ones in any cluster of letters. */
  readonly options?: readonly string[];
  /** Letters of short options whose value is the rest of the word, or the next word when nothing is left. */
  readonly values?: string;
  /** Letters of short options whose value, if any, is the rest of the word and never the next one. */
  readonly attached?: string;
  /** Long options that have no value in the next word. */
  readonly flags?: RegExp;
  /** After an option like this the next word is mere text, whatever it begins with. */
  readonly texts?: RegExp;
  /** Arguments that count wherever they stand: for programs whose options have a form of their own. */
  readonly words?: RegExp;
  /** A word that begins like this cannot become one of `words`, whatever follows. */
  readonly never?: RegExp;
  /** First arguments that count: names of what the program can do. */
  readonly verbs?: readonly string[];
  /** The program knows its verbs by their beginnings, too. */
  readonly cutVerbs?: true;
  /** Other first arguments that count. */
  readonly first?: RegExp;
  /** Arguments without a dash beyond so many count, because the program writes to them. */
  readonly operands?: number;
  /** The first argument without a dash, and what follows these options, is code: it counts unless it is plain. */
  readonly code?: { readonly plain: RegExp; readonly options: readonly string[] };
  /**
   * What follows the first argument without a dash is for the script that it names. Without one the program runs what it
   * is sent, unless its only argument is like this.
   */
  readonly script?: RegExp;
  /** Letters of the first argument are options even without a dash, as in `tar xzf`. */
  readonly bundled?: true;
  /** Long options may have any number of dashes: `-prefix` is `--prefix`. */
  readonly anyDashes?: true;
  /** Of the words that count, those that make the program run another one; the others write files. */
  readonly runs?: RegExp;
};

/** Names with blanks between them, for tables that people read. */
export function list(...lines: readonly string[]): readonly string[] {
  return lines.join(" ").split(" ");
}
