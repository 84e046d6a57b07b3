import { parseArgs } from "node:util";
import { printable, suggest } from "@skillwright/core/text";
import { type Command, type Flags, type Invocation, UsageError } from "./command.ts";

export const commonFlags: Flags = {
  help: { type: "boolean", short: "h", help: "Show this help." },
};

/** Parses the words after the command's name; refuses unknown flags. */
export function parseInvocation(command: Command, words: readonly string[]): Invocation {
  const flags = { ...commonFlags, ...command.flags };
  const { own, others } = splitWords(toOptions(flags), words, command.ownWords);
  const { values, positionals } = parseWords(toOptions(flags), own);
  /** A flag given several times: the last one counts, unless the command asks for all. */
  const textsOf = (name: string): readonly string[] =>
    spellings(name, flags)
      .flatMap((one) => values[one] ?? [])
      .filter((value) => typeof value === "string");
  return {
    positionals: [...positionals, ...others],
    flag: (name) => spellings(name, flags).some((one) => values[one] === true),
    option: (name) => textsOf(name).at(-1),
    options: textsOf,
  };
}

function spellings(name: string, flags: Flags): readonly string[] {
  const alias = flags[name]?.alias;
  return alias === undefined ? [name] : [name, alias];
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;
type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function toOptions(flags: Flags): Options {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, { type, short, alias }]) => {
      const option = { type, multiple: type === "string" };
      return [
        [name, short === undefined ? option : { ...option, short }],
        ...(alias === undefined ? [] : [[alias, option]]),
      ];
    }),
  );
}

type SplitWords = { readonly own: readonly string[]; readonly others: readonly string[] };

/** Separates the command's words from those passed on to another program. */
function splitWords(options: Options, words: readonly string[], count: number | undefined): SplitWords {
  if (count === undefined) return { own: words, others: [] };
  const { tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const last = tokens.filter(({ kind }) => kind === "positional")[count - 1];
  if (last === undefined) return { own: words, others: [] };
  const others = words.slice(last.index + 1);
  return { own: words.slice(0, last.index + 1), others: others[0] === "--" ? others.slice(1) : others };
}

function parseWords(options: Options, words: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      explainDash(error, words, options) ?? `${firstSentence(error.message)}${suggestOption(error, options)}`,
    );
  }
}

/** Node only says that a value that looks like a flag is ambiguous. */
function explainDash(error: TypeError, words: readonly string[], options: Options): string | undefined {
  if (!error.message.includes("argument is ambiguous")) return undefined;
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option" || token.inlineValue !== false || !/^-./s.test(token.value)) continue;
    const flag = `--${token.name}`;
    return `${flag} requires a value; write ${flag}=${printable(token.value)} if it starts with a dash.`;
  }
  return undefined;
}

/** `Unknown option '--jsn'.` becomes a question if one is similar. */
function suggestOption({ message }: TypeError, options: Options): string {
  const name = /^Unknown option '--([^'=]+)/.exec(message)?.[1];
  const near = name === undefined ? undefined : suggest(name, Object.keys(options));
  return near === undefined ? "" : ` Did you mean --${near}?`;
}

/** Drops Node's hint on positionals that look like flags. */
function firstSentence(message: string): string {
  return `${message.split(/\.\s/)[0]?.replace(/\.$/, "")}.`;
}
