import type { Carried } from "../../evidence.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { allCarries, concat, constant, empty, mergeCarries, unknown, type Value } from "../value.ts";
import { dataOf, hasOption, optionValue, parseArguments, type ValueOptions } from "./arguments.ts";
import {
  formatWords,
  fromBase32,
  fromBase64,
  fromHex,
  readEscapes,
  reverseLines,
  substitute,
  translate,
} from "./folding.ts";

const names = (text: string): readonly string[] => text.split(" ");

/** Filters that read files or standard input and pass their content on in another form. */
const filters: readonly (readonly [string, ValueOptions & { readonly skip?: number }])[] = [
  ...names("cat tac zcat gunzip gzcat strings less more bat sponge uniq shuf expand rev").map(
    (name) => [name, {}] as const,
  ),
  ...names("fold fmt column paste pr nl").map((name) => [name, { letters: "wsdtbn" }] as const),
  ...names("head tail").map((name) => [name, { letters: "nc", long: ["--lines", "--bytes"] }] as const),
  ...names("gzip bzip2 xz zstd lz4 bunzip2 unxz unzstd xzcat bzcat compress uncompress").map(
    (name) => [name, {}] as const,
  ),
  ...names("sort cut od hexdump wc md5sum sha1sum sha256sum shasum").map(
    (name) => [name, { letters: "kdfcNjAtCsno" }] as const,
  ),
  ...names("grep egrep fgrep zgrep rg ag").map(
    (name) => [name, { letters: "ABCmfegT", long: ["--include", "--exclude"], skip: 1 }] as const,
  ),
  ...names("awk gawk mawk jq yq").map((name) => [name, { letters: "Fvf", skip: 1 }] as const),
  ["gpg", { letters: "ro", long: ["--recipient", "--output", "--passphrase"] }],
  ["iconv", { letters: "fto" }],
  ["uuencode", {}],
  ["sqlite3", {}],
  ["plutil", {}],
  ["envsubst", {}],
  ["split", { letters: "bnl" }],
];

const fold =
  (change: (data: Value, command: Command) => Value | undefined, options: ValueOptions = {}): Effect =>
  (command, shell) => {
    const data = dataOf(parseArguments(command.args, options).operands, command, shell);
    return change(data, command) ?? opaque(data);
  };

/** Data in another form that this reader does not compute. */
function opaque(data: Value, more: readonly Carried[] = []): Value {
  return unknown("", mergeCarries(data.carries, more));
}

function decoded(data: Value, from: string, decode: (text: string) => string | undefined): Value {
  const label: Carried = { label: "decoded", from };
  const text = data.isKnown ? decode(data.text) : undefined;
  if (text === undefined) return opaque(data, [label]);
  return { ...constant(text), carries: mergeCarries(data.carries, [label]) };
}

const isDecoding = ({ args }: Command): boolean =>
  args.some(({ text }) => /^(?:-[a-zA-Z]*[dD]i?|--decode|-{1,2}d(?:ecode)?)$/.test(text));

export const textPrograms: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...filters.map(([name, options]) => [name, filter(options)] as const),
  ["echo", echo],
  ["printf", printf],
  ["cat", fold((data) => data)],
  ["tee", tee],
  [
    "base64",
    fold((data, command) => (isDecoding(command) ? decoded(data, "base64", fromBase64) : undefined), {
      letters: "wbio",
    }),
  ],
  [
    "base32",
    fold((data, command) => (isDecoding(command) ? decoded(data, "base32", fromBase32) : undefined)),
  ],
  [
    "xxd",
    fold(
      (data, { args }) =>
        args.some(({ text }) => /^-\w*r/.test(text)) ? decoded(data, "hex", fromHex) : undefined,
      { letters: "lcs" },
    ),
  ],
  ["rev", fold((data) => decoded(data, "rev", reverseLines))],
  ["tr", tr],
  ["sed", sed],
  [
    "head",
    fold((data, { args }) => (data.isKnown && args.length === 0 ? data : undefined), { letters: "nc" }),
  ],
  ["tac", fold((data) => decoded(data, "tac", (text) => text.split("\n").reverse().join("\n")))],
  ["openssl", openssl],
  ["uudecode", fold((data) => decoded(data, "uudecode", () => undefined))],
  ...names("gunzip zcat gzcat bunzip2 unxz xzcat bzcat unzstd").map(
    (name) => [name, fold((data) => decoded(data, name, () => undefined))] as const,
  ),
]);

function filter({ skip = 0, ...options }: ValueOptions & { readonly skip?: number }): Effect {
  return (command, shell) => {
    const parsed = parseArguments(command.args, options);
    // With `-e` or `-f` the first operand is a file already.
    const skipped = hasOption(parsed, "-e", "-f") ? 0 : skip;
    return opaque(
      dataOf(parsed.operands.slice(skipped), command, shell),
      searched(parsed.operands.slice(0, skipped)),
    );
  };
}

function searched(patterns: readonly Value[]): readonly Carried[] {
  return allCarries(patterns);
}

function echo({ args }: Command): Value {
  const flags = args.findIndex(({ text }) => !/^-[neE]{1,3}$/.test(text));
  const options = args
    .slice(0, flags === -1 ? args.length : flags)
    .map(({ text }) => text)
    .join("");
  const words = flags === -1 ? [] : args.slice(flags);
  const line = words.reduce(
    (all, word, index) => (index === 0 ? word : concat(concat(all, constant(" ")), word)),
    empty,
  );
  const text = options.includes("e") ? readEscapes(line.text) : line.text;
  const hasEscapes = text !== line.text && /\\x|\\0|\\[1-7]/.test(line.text);
  return {
    ...line,
    text: options.includes("n") ? text : `${text}\n`,
    carries: hasEscapes ? mergeCarries(line.carries, [{ label: "decoded", from: "echo -e" }]) : line.carries,
  };
}

function printf({ args }: Command, { scope }: Shell): Value {
  const variable = args[0]?.text === "-v" ? args[1]?.text : undefined;
  const [format = empty, ...words] =
    variable === undefined ? args.filter(({ text }, at) => at > 0 || text !== "--") : args.slice(2);
  const all = [format, ...words];
  const text = formatWords(
    format.text,
    words.map((word) => word.text),
  );
  const isDecoded = /\\x|\\0|\\[1-7]|%b/.test(format.text);
  const carries = mergeCarries(allCarries(all), isDecoded ? [{ label: "decoded", from: "printf" }] : []);
  const value = { text, isKnown: all.every(({ isKnown }) => isKnown), carries };
  if (variable !== undefined) scope.variables.set(variable, value);
  return value;
}

function tee(command: Command, shell: Shell): Value {
  const { operands, options } = parseArguments(command.args);
  const content = command.input?.value ?? empty;
  const isAppended = options.some(({ name }) => name === "-a" || name === "--append");
  for (const path of operands) {
    if (path.sink) path.sink(content);
    else shell.writeFile(path, content, isAppended);
  }
  return content;
}

/** What scripts delete or replace to tidy numbers, names and lines. */
const separators = /^(?:\\[nrt0]|\\0{3}|[\s"'`,;:._|/-]|\[:(?:space|blank|cntrl|punct):\])+$/;

function isCase(set: string): boolean {
  return /^(?:\[:(?:upper|lower):\]|\[?(?:A-Z|a-z)\]?)$/.test(set);
}

function tr(command: Command): Value {
  const { operands, options } = parseArguments(command.args);
  const data = command.input?.value ?? empty;
  const flags = options.map(({ name }) => name).join("");
  const [from, to] = operands;
  if (!from) return data;
  const deletes = flags.includes("d");
  const translated = decoded(data, "tr", (text) =>
    translate(text, from.text, { to: to?.text ?? "", deletes, complements: /[cC]/.test(flags) }),
  );
  // What leaves out characters of data that only the run knows cleans it; obfuscation starts from a text that is here.
  const isCleaning = deletes && !data.isKnown;
  const isTidying = deletes
    ? isCleaning || separators.test(from.text)
    : separators.test(from.text) || isCase(from.text);
  return isTidying ? { ...translated, carries: data.carries } : translated;
}

function sed(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, { letters: "ef", long: ["--expression", "--file"] });
  const script = optionValue(parsed, "-e", "--expression") ?? parsed.operands[0] ?? empty;
  const files = optionValue(parsed, "-e", "--expression", "-f") ? parsed.operands : parsed.operands.slice(1);
  if (hasOption(parsed, "-i", "--in-place")) {
    for (const file of files) shell.writeFile(file, unknown("", script.carries), true);
    return empty;
  }
  const data = dataOf(files, command, shell);
  const text = data.isKnown ? substitute(data.text, script.text) : undefined;
  return text === undefined
    ? opaque(data, script.carries)
    : { ...constant(text), carries: mergeCarries(data.carries, [{ label: "decoded", from: "sed" }]) };
}

function openssl(command: Command, shell: Shell): Value | undefined {
  const parsed = parseArguments(command.args.slice(1), { letters: "" });
  const [verb, ...rest] = command.args;
  const after = (name: string): Value | undefined => rest[rest.findIndex(({ text }) => text === name) + 1];
  if (verb?.text === "s_client") {
    const connect = rest.some(({ text }) => text === "-connect") ? after("-connect") : parsed.operands[0];
    shell.report({ kind: "connect", address: connect?.text, direction: "send", carries: command.received });
    return unknown("", [{ label: "remote", from: connect?.text ?? "openssl s_client" }]);
  }
  const file = rest.some(({ text }) => text === "-in") ? after("-in") : undefined;
  const data = dataOf(file ? [file] : [], command, shell);
  const out = rest.some(({ text }) => text === "-out") ? after("-out") : undefined;
  const decodes = rest.some(({ text }) => text === "-d");
  const isPlain = rest.some(({ text }) => /^-(?:base64|a)$/.test(text)) || verb?.text === "base64";
  const isCipher = rest.some(({ text }) => /^-(?:aes|des|rc4|bf|camellia|chacha)/.test(text));
  const result = decodes
    ? decoded(data, "openssl", isPlain && !isCipher ? fromBase64 : () => undefined)
    : opaque(data);
  if (out) shell.writeFile(out, result);
  return out ? empty : result;
}
