/** Which encodings a text may hold, by runs of their characters. */
export type Runs = { base64: boolean; base32: boolean; hex: boolean; decimal: boolean; percent: boolean };

const word = 1;
const base32 = 2;
const hexDigit = 4;
const hexSign = 8;
const digit = 16;
const digitSign = 32;
const small = 64;
const capital = 128;

const flags = new Uint8Array(128);
const mark = (characters: string, flag: number): void => {
  for (const character of characters)
    flags[character.charCodeAt(0)] = (flags[character.charCodeAt(0)] ?? 0) | flag;
};
mark("abcdefghijklmnopqrstuvwxyz", word | small);
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", word | capital | base32);
mark("0123456789", word | digit | digitSign | hexDigit | hexSign);
mark("+/_-", word);
mark("234567", base32);
mark("abcdefABCDEF", hexDigit | hexSign);
mark("\\x%,:", hexSign);
mark(",", digitSign);
mark(" \t\n\r\v\f", hexSign | digitSign);

/** Shortest runs that are decoded, as the patterns of the encodings say. */
const shortest = { base64: 20, base32: 24, hexDigits: 32, digits: 32, percents: 3 };

/** Looks at each character once; the patterns themselves take much longer, and few texts have anything for them. */
export function findRuns(text: string): Runs {
  const runs: Runs = { base64: false, base32: false, hex: false, decimal: false, percent: false };
  let words = 0;
  let seen = 0;
  let capitals = 0;
  let hexDigits = 0;
  let digits = 0;
  let percents = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A space that is not ASCII may stand between hexadecimal digits.
    const flag = code < 128 ? (flags[code] ?? 0) : hexSign | digitSign;
    if (flag & word) {
      words++;
      seen |= flag;
      if (words >= shortest.base64 && (seen & (small | capital)) === (small | capital)) runs.base64 = true;
    } else {
      words = 0;
      seen = 0;
    }
    capitals = flag & base32 ? capitals + 1 : 0;
    if (capitals >= shortest.base32) runs.base32 = true;
    if ((flag & hexSign) === 0) hexDigits = 0;
    else if (flag & hexDigit && ++hexDigits >= shortest.hexDigits) runs.hex = true;
    if ((flag & digitSign) === 0) digits = 0;
    else if (flag & digit && ++digits >= shortest.digits) runs.decimal = true;
    if (code === 0x25 && ++percents >= shortest.percents) runs.percent = true;
  }
  return runs;
}
