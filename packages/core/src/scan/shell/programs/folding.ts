/** Pure functions on constants that commands of a pipeline apply; undefined where the input does not fit. */

const decoder = new TextDecoder();

export function fromBase64(text: string): string | undefined {
  const plain = text
    .replace(/[^A-Za-z0-9+/_-]/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (plain.length < 2 || plain.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  return decoder.decode(bytes);
}

export function fromHex(text: string): string | undefined {
  const digits = text.replace(/\\x|0x|[\s:]/g, "");
  if (digits.length < 2 || !/^[\da-fA-F]*$/.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length >> 1);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return decoder.decode(bytes);
}

export function fromBase32(text: string): string | undefined {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of text.replace(/[\s=]/g, "").toUpperCase()) {
    const value = alphabet.indexOf(character);
    if (value === -1) return undefined;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return decoder.decode(Uint8Array.from(bytes));
}

/** The line with its characters in reverse, as `rev` does with each line. */
export function reverseLines(text: string): string {
  return text
    .split("\n")
    .map((line) => [...line].reverse().join(""))
    .join("\n");
}

/** `tr FROM TO`: ranges, the usual classes and deletion. */
export function translate(
  text: string,
  from: string,
  {
    to,
    deletes,
    complements,
  }: { readonly to: string; readonly deletes: boolean; readonly complements: boolean },
): string | undefined {
  const source = members(from);
  const target = members(to);
  const table = new Map<string, string>();
  for (const [index, character] of source.entries()) {
    if (!table.has(character))
      table.set(character, deletes ? "" : (target[index] ?? target.at(-1) ?? character));
  }
  const other = deletes ? "" : target.at(-1);
  let result = "";
  for (const character of text) {
    if (complements) result += table.has(character) ? character : (other ?? character);
    else result += table.get(character) ?? character;
  }
  return result;
}

const classes: Readonly<Record<string, string>> = {
  lower: "a-z",
  upper: "A-Z",
  digit: "0-9",
  alpha: "A-Za-z",
  alnum: "A-Za-z0-9",
  space: " \t\n\r",
  blank: " \t",
};

function members(set: string): readonly string[] {
  const plain = readEscapes(
    set.slice(0, 600).replace(/\[:(\w{1,10}):\]/g, (all, name: string) => classes[name] ?? all),
  );
  const found: string[] = [];
  for (let at = 0; at < plain.length; at++) {
    const first = plain.charCodeAt(at);
    const last = plain[at + 1] === "-" && at + 2 < plain.length ? plain.charCodeAt(at + 2) : first;
    for (let code = first; code <= last && found.length < 512; code++) found.push(String.fromCharCode(code));
    if (last !== first) at += 2;
  }
  return found;
}

const letters: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  e: "\x1b",
  "\\": "\\",
};

/** The escapes of `printf` and `echo -e`. */
export function readEscapes(text: string): string {
  return text.replace(/\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|[0-7]{1,4}|[ntrae\\])/g, (written) => {
    const mark = written[1] ?? "";
    if (mark === "x" || mark === "u") return String.fromCharCode(Number.parseInt(written.slice(2), 16));
    return /\d/.test(mark)
      ? String.fromCharCode(Number.parseInt(written.slice(1), 8) & 0xff)
      : (letters[mark] ?? "");
  });
}

/** `printf FORMAT WORDS`: formats of text and whole numbers. */
export function formatWords(format: string, words: readonly string[]): string {
  let rest = words;
  let result = "";
  for (let turn = 0; turn < 64; turn++) {
    const before = rest.length;
    result += readEscapes(format).replace(
      /%(%|-?0?\d{0,3}([sbcdixXoq]))/g,
      (_all, mark: string, kind?: string) => {
        if (mark === "%") return "%";
        const [word = "", ...others] = rest;
        rest = others;
        return formatWord(kind ?? "s", word);
      },
    );
    if (rest.length === 0 || rest.length === before) break;
  }
  return result;
}

function formatWord(kind: string, word: string): string {
  if (kind === "b") return readEscapes(word);
  if (kind === "c") return word.slice(0, 1);
  if (kind === "s" || kind === "q") return word;
  const number = /^['"]/.test(word) ? word.charCodeAt(1) : Number(word);
  if (!Number.isInteger(number)) return word;
  if (kind === "x") return number.toString(16);
  if (kind === "X") return number.toString(16).toUpperCase();
  return kind === "o" ? number.toString(8) : String(number);
}

/** `sed s/FROM/TO/g` for plain texts without special characters. */
export function substitute(text: string, script: string): string | undefined {
  const separator = /^s([/|#,:@!_])/.exec(script)?.[1];
  if (separator === undefined) return undefined;
  const [from, to, flags, ...others] = script.slice(2).split(separator);
  if (from === undefined || to === undefined || flags === undefined || others.length > 0) return undefined;
  if (from === "" || /[[\]*.^$\\+?(){}|&]/.test(from) || /[\\&]/.test(to)) return undefined;
  return flags.includes("g") ? text.replaceAll(from, () => to) : text.replace(from, () => to);
}
