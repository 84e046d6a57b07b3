/**
 * Arguments that make an otherwise harmless program run other programs or write files. A program's evident purpose,
 * such as writing an archive for `zip`, is not a risk in this sense.
 */
export type RiskRow = {
  /** Options, short and long. Long ones count when abbreviated, short ones in any cluster. */
  readonly options?: readonly string[];
  /** Short options whose value is the rest of the word, or the next word if nothing is left. */
  readonly values?: string;
  /** Short options whose value, if any, is the rest of the word, never the next word. */
  readonly attached?: string;
  /** Long options without a value in the next word. */
  readonly flags?: RegExp;
  /** After such an option, the next word is plain text, whatever it starts with. */
  readonly texts?: RegExp;
  /** Arguments that count anywhere, for programs with unusual option syntax. */
  readonly words?: RegExp;
  /** A word with this beginning cannot become one of `words`. */
  readonly never?: RegExp;
  /** First arguments that count: subcommands. */
  readonly verbs?: readonly string[];
  /** The program accepts abbreviated subcommands. */
  readonly cutVerbs?: true;
  /** Other first arguments that count. */
  readonly first?: RegExp;
  /** Operands beyond this number count, because the program writes to them. */
  readonly operands?: number;
  /** The first operand, and the value of these options, is code: it counts unless it is plain. */
  readonly code?: { readonly plain: RegExp; readonly options: readonly string[] };
  /**
   * Words after the first operand belong to the script it names. Without one, the program runs its input, unless its
   * only argument matches this.
   */
  readonly script?: RegExp;
  /** Letters of the first argument are options even without a dash, as in `tar xzf`. */
  readonly bundled?: true;
  /** Long options may have any number of dashes: `-prefix` is `--prefix`. */
  readonly anyDashes?: true;
  /** Which of the risky words make the program run another one; the others write files. */
  readonly runs?: RegExp;
};

/** Space-separated names, for readable tables. */
export function list(...lines: readonly string[]): readonly string[] {
  return lines.join(" ").split(" ");
}
