import type { ShellCommand, ShellWord } from "./shell-command.ts";

/** State while reading arguments. */
type Progress = {
  /** Operands so far. */
  operands: number;
  /** Options so far that may have taken one of those as their value. */
  openOptions: number;
  /** Whether the previous option is one of those. */
  isOpen: boolean;
  /** `--` was seen: no more options. */
  ended: boolean;
  /** How the previous option affects the next word. */
  next: "argument" | "value" | "code" | "output";
  hasCode: boolean;
};

/** The indexes, from `start` on, of the risky words; `words.length` stands for the input. */
export function matchRiskRow(
  row: RiskRow,
  { words, input }: Pick<ShellCommand, "words" | "input">,
  start: number,
): readonly number[] {
  const risky: number[] = [];
  const progress: Progress = {
    operands: 0,
    openOptions: 0,
    isOpen: false,
    ended: false,
    next: "argument",
    hasCode: false,
  };
  for (const [index, word] of words.entries()) {
    if (index < start) continue;
    if (row.script && progress.operands > progress.openOptions) break;
    const isBundle = row.bundled && index === start && !word.text?.startsWith("-");
    const isRisky =
      word.text === undefined
        ? mayBeRisky(row, word, progress)
        : isRiskyText(row, word.text, progress) || (isBundle && isRiskyBundle(row, word.text));
    if (isRisky) risky.push(index);
    advance(row, word.text ?? "", progress);
  }
  if (risky.length === 0 && row.script && readsInput(row.script, words.slice(start), progress))
    return [words.length];
  return input && obeys(row, { words, input }, progress) ? [...risky, words.length] : risky;
}

type Fed = { readonly words: readonly ShellWord[]; readonly input: ShellWord };

/** Whether a program runs what it reads from its input, and that is not known to be harmless. */
function obeys(row: RiskRow, { words, input }: Fed, { operands }: Progress): boolean {
  if (row.obeys === undefined || operands >= (row.obeys.operands ?? Number.POSITIVE_INFINITY)) return false;
  const { unless, when } = row.obeys;
  if (when && !when.test(words.map(({ text }) => text ?? "").join(" "))) return false;
  if (unless && words.some(({ text }) => unless.test(text ?? ""))) return false;
  return input.text === undefined || !row.obeys.judged || row.words?.test(input.text) === true;
}

/** Whether an interpreter has no script, so that it runs its input. */
function readsInput(
  printing: RegExp,
  words: readonly ShellWord[],
  { operands, openOptions }: Progress,
): boolean {
  if (operands > openOptions) return false;
  return words.length !== 1 || !printing.test(words[0]?.text ?? "");
}

/** `tar cfI` is `tar -c -f -I`: values come in later words, so every letter is an option. */
function isRiskyBundle({ options = [] }: RiskRow, text: string): boolean {
  return [...text].some((letter) => options.includes(`-${letter}`));
}

function isRiskyText(row: RiskRow, text: string, progress: Progress): boolean {
  if (row.words?.test(text) || (progress.operands === 0 && row.globals?.test(text))) return true;
  if (row.outputs && progress.next === "output") return isOutside(text);
  if (text.startsWith("-") && text.length > 1 && progress.next !== "code") return isRiskyOption(row, text);
  return isRiskyOperand(row, text, progress);
}

function isRiskyOption(row: RiskRow, text: string): boolean {
  const { options = [], values = "", attached = "", code } = row;
  if (row.anyDashes && /^-(?:\w{2}|--)/.test(text) && isRiskyOption({ options }, text.replace(/^-+/, "--")))
    return true;
  if (row.names && namesRisk(row.names, text)) return true;
  if (row.outputs && namesOutside(row.outputs, text)) return true;
  if (text.startsWith("--")) {
    const [name = ""] = text.split("=", 1);
    if (code && names(code.options, name) && name !== text)
      return !code.plain.test(text.slice(name.length + 1));
    return options.includes(name) || (!row.exact && !row.flags?.test(name) && names(options, name));
  }
  for (let index = 1; index < text.length; index++) {
    const letter = text.charAt(index);
    if (options.includes(`-${letter}`)) return true;
    if (code?.options.includes(`-${letter}`))
      return index + 1 < text.length && !code.plain.test(text.slice(index + 1));
    if (values.includes(letter) || attached.includes(letter)) return false;
  }
  return false;
}

/** `--pre-command=x`, `-preCommand`: whether one of the words in an option's name is risky. */
function namesRisk(risky: ReadonlySet<string>, text: string): boolean {
  const [name = ""] = text.slice(0, longestName).split("=", 1);
  if (harmlessStart.test(name)) return false;
  return name
    .replace(/[a-z](?=[A-Z])/g, "$&-")
    .toLowerCase()
    .split(/[-_.:]+/)
    .some((word) => risky.has(word));
}

/** `--output=/x`, `-o/x`. */
function namesOutside(outputs: RegExp, text: string): boolean {
  if (outputs.test(text)) return isOutside(text.slice(text.indexOf("=") + 1));
  return /^-[A-Za-z]./.test(text) && outputs.test(`${text.slice(0, 2)}=`) && isOutside(text.slice(2));
}

const longestName = 100;
/** Options that leave something out or only print. */
const harmlessStart =
  /^--?(?:no|without|skip|ignore|disable|exclude|list|show|print|dump|validate|check)[-_A-Z]/;

/** Whether a path certainly or possibly leads out of the workspace; `/tmp` is for everyone. */
function isOutside(path: string): boolean {
  if (/^\/(?:tmp\/|dev\/(?:null|stdout|stderr)$)/.test(path)) return path.includes("/..");
  return /^(?:[/~]|[A-Za-z]:[\\/])/.test(path) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
}

/** Whether a name is one of the options, or a long option abbreviated. */
function names(options: readonly string[], name: string): boolean {
  return name.length > 2 ? options.some((option) => option.startsWith(name)) : options.includes(name);
}

function isRiskyOperand(row: RiskRow, text: string, progress: Progress): boolean {
  const { code, operands } = row;
  if (code && isCodePlace(progress)) return !code.plain.test(text);
  if (progress.next !== "argument") return false;
  if (operands !== undefined && progress.operands >= operands) return true;
  if (row.only && progress.operands === 0 && !row.only.has(text)) return true;
  if (!isFirstPlace(progress)) return false;
  return row.first?.test(text) === true || isVerb(row, text);
}

function isVerb({ verbs = [], cutVerbs }: RiskRow, text: string): boolean {
  // `in` and `se` are short for the harmless `install` and `search`.
  const isCut = cutVerbs && text.length > 1 && text !== "in" && text !== "se";
  return verbs.some((verb) => verb === text || (isCut && verb.startsWith(text)));
}

/** Whether an argument may be the first operand: each earlier option may have taken a word as its value. */
function isFirstPlace({ operands, openOptions }: Progress): boolean {
  return operands <= openOptions;
}

function isCodePlace(progress: Progress): boolean {
  return (
    progress.next === "code" || (progress.next === "argument" && !progress.hasCode && isFirstPlace(progress))
  );
}

/** What may become any text, written out in the line itself: escapes, braces, defaults, and arguments of a function. */
const anyText = /\$['"]|\$\{\w+(?:\[[^\]]*\])?:?[-=+?/]|\$\{?[\d@*]/;

/** Whether a word not known in advance can become risky. */
function mayBeRisky(row: RiskRow, word: ShellWord & { text?: undefined }, progress: Progress): boolean {
  const { written = "", filled = [written] } = word;
  const texts = filled.map((text) => text.replaceAll('"', ""));
  if (progress.next === "output") return texts.some((text) => isOutside(text.replace(/^'/, "")));
  const isAny = anyText.test(written) || (word.many && /(?:^|[^$])\{/.test(written));
  if (row.lenient && !isAny && (!word.prefix.startsWith("-") || word.prefix.includes("=")))
    return texts.some((text) => isRiskyText(row, text, progress));
  if (progress.next === "value") return word.splits || word.many === true;
  // `-j"$(nproc)"`: the rest is the value of the option.
  if (/^-[A-Za-z]$/.test(word.prefix) && !word.splits && row.attached?.includes(word.prefix.charAt(1)))
    return false;
  const canBeOption = word.prefix === "" || word.prefix.startsWith("-") || word.splits;
  if (canBeOption && !progress.ended) return true;
  if (row.words && (word.splits || !row.never?.test(word.prefix))) return true;
  if (row.operands !== undefined) return true;
  if ((row.verbs || row.first) && isFirstPlace(progress)) return true;
  return row.code !== undefined && isCodePlace(progress);
}

function advance(row: RiskRow, text: string, progress: Progress): void {
  const { next, isOpen } = progress;
  progress.next = "argument";
  progress.isOpen = false;
  if (next !== "argument") return;
  if (progress.ended || !text.startsWith("-")) progress.operands++;
  else if (text !== "--") noteOption(row, text, { progress, isOpen });
  // After an option that may have taken it as its value, it ends nothing.
  else if (!isOpen) progress.ended = true;
}

type Option = {
  readonly progress: Progress /** It may itself be the value of the one before. */;
  readonly isOpen: boolean;
};

function noteOption(row: RiskRow, text: string, { progress, isOpen }: Option): void {
  const { values, attached, texts, code } = row;
  const isLong = text.startsWith("--");
  const letters = isLong ? "" : text.slice(1);
  const valueAt = [...letters].findIndex(
    (letter) =>
      values?.includes(letter) || attached?.includes(letter) || code?.options.includes(`-${letter}`),
  );
  const isAttached = isLong ? text.includes("=") : valueAt !== -1 && valueAt < letters.length - 1;
  const [name = ""] = isLong ? text.split("=", 1) : [`-${letters.charAt(valueAt)}`];
  const isCode = code !== undefined && names(code.options, name);
  if (isCode && !isOpen) progress.hasCode = true;
  const standsAlone = valueAt === -1 ? row.flags?.test(text) : attached?.includes(letters.charAt(valueAt));
  if (isAttached || (standsAlone && !isOpen)) return;
  if (row.outputs?.test(`${text}=`)) {
    progress.next = "output";
    return;
  }
  if (isCode) progress.next = "code";
  else if (!isOpen && (texts?.test(text) || valueAt !== -1)) progress.next = "value";
  // In a row without value letters, any option may have a value.
  else if (isOpen || isLong || values === undefined) {
    progress.openOptions++;
    progress.isOpen = true;
  }
}

/**
 * Arguments that make an otherwise harmless program run other programs or write files. A program's evident purpose,
 * such as writing an archive for `zip`, is not a risk in this sense.
 */
export type RiskRow = {
  /** Options, short and long. Long ones count when abbreviated, short ones in any cluster. */
  readonly options?: readonly string[];
  /** Long options cannot be abbreviated. */
  readonly exact?: true;
  /** Short options whose value is the rest of the word, or the next word if nothing is left. */
  readonly values?: string;
  /** Short options whose value, if any, is the rest of the word, never the next word. */
  readonly attached?: string;
  /** Long options without a value in the next word. */
  readonly flags?: RegExp;
  /** After such an option, the next word is plain text, whatever it starts with. */
  readonly texts?: RegExp;
  /** An option with one of these words in its name counts. */
  readonly names?: ReadonlySet<string>;
  /** Options, with a `=` after them, that name an output: it must be in the workspace. */
  readonly outputs?: RegExp;
  /** A word not known in advance counts only if it starts like an option, or if what is written there counts. */
  readonly lenient?: true;
  /**
   * It runs what it reads from its input, unless an argument matches `unless`, the arguments do not match `when`, or it has
   * so many operands. If the input is `judged`, it counts only if it is not known in advance or matches `words`.
   */
  readonly obeys?: {
    readonly unless?: RegExp;
    readonly when?: RegExp;
    readonly operands?: number;
    readonly judged?: true;
  };
  /** Arguments that count anywhere, for programs with unusual option syntax. */
  readonly words?: RegExp;
  /** Like `words`, but only before the first operand. */
  readonly globals?: RegExp;
  /** A word with this beginning cannot become one of `words`. */
  readonly never?: RegExp;
  /** First arguments that count: subcommands. */
  readonly verbs?: readonly string[];
  /** The only first arguments that do not count; options before it have no value in the next word, except `texts`. */
  readonly only?: ReadonlySet<string>;
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

/** The same row for each program of a family. */
export function rowsFor(names: string, row: RiskRow): readonly (readonly [string, RiskRow])[] {
  return list(names).map((name) => [name, row] as const);
}
