import { decompressSync, gunzipSync, inflateSync, unzlibSync } from "fflate";
import { decodeUtf8 } from "../../../text/utf8.ts";

// Texts of bytes have one character for each byte. Each function gives undefined for what it cannot decode.

/** Larger results of decompression are left unknown. */
const maxInflated = 4_194_304;

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 in either alphabet, with or without padding and line breaks. */
export function decodeBase64(text: string): string | undefined {
  return decodeBits(text.replaceAll("-", "+").replaceAll("_", "/"), base64Alphabet, 6);
}

export function decodeBase32(text: string): string | undefined {
  return decodeBits(text.toUpperCase(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5);
}

function decodeBits(text: string, alphabet: string, width: number): string | undefined {
  const output: string[] = [];
  let bits = 0;
  let count = 0;
  for (const character of text) {
    if (character === "=" || /\s/.test(character)) continue;
    const digit = alphabet.indexOf(character);
    if (digit === -1) return undefined;
    bits = ((bits << width) | digit) & 0xffff;
    count += width;
    if (count >= 8) {
      count -= 8;
      output.push(String.fromCharCode((bits >> count) & 0xff));
    }
  }
  return output.join("");
}

/** Base85 as in `base64.b85decode`. */
export function decodeBase85(text: string): string | undefined {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
  return decodeFives(text, (character) => alphabet.indexOf(character), "~");
}

/** Ascii85 as in `base64.a85decode`. */
export function decodeAscii85(text: string): string | undefined {
  const plain = text.replace(/^<~|~>$/g, "").replaceAll("z", "!!!!!");
  return decodeFives(plain, (character) => character.charCodeAt(0) - 33, "u");
}

function decodeFives(
  text: string,
  digitOf: (character: string) => number,
  padding: string,
): string | undefined {
  const digits = text.replace(/\s/g, "");
  const missing = (5 - (digits.length % 5)) % 5;
  const padded = digits + padding.repeat(missing);
  const output: string[] = [];
  for (let at = 0; at < padded.length; at += 5) {
    let value = 0;
    for (const character of padded.slice(at, at + 5)) {
      const digit = digitOf(character);
      if (digit < 0 || digit > 84) return undefined;
      value = value * 85 + digit;
    }
    for (const shift of [24, 16, 8, 0])
      output.push(String.fromCharCode(Math.floor(value / 2 ** shift) & 0xff));
  }
  return output.join("").slice(0, output.length - missing);
}

export function decodeHex(text: string): string | undefined {
  const digits = text.replace(/[\s:]|\\x|0x/g, "");
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined;
  return digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** `%41` and, in JavaScript's older form, `%u0041`. */
export function decodePercent(text: string): string {
  const decoded = text.replace(
    /%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})/g,
    (_whole, long: string, short: string) => String.fromCharCode(Number.parseInt(long ?? short, 16)),
  );
  return bytesToText(decoded);
}

export function rotate13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  colon: ":",
  sol: "/",
  period: ".",
  lpar: "(",
  rpar: ")",
  semi: ";",
  nbsp: " ",
};

export function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]{2,8});/g, (whole, body: string) => {
    if (!body.startsWith("#")) return entities[body] ?? whole;
    const code = body[1] === "x" ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** zlib, gzip or raw deflate. */
export function inflate(text: string): string | undefined {
  const input = toBytes(text);
  for (const open of [unzlibSync, gunzipSync, inflateSync, decompressSync]) {
    try {
      const output = open(input, { out: new Uint8Array(Math.min(maxInflated, input.length * 40 + 65_536)) });
      return fromBytes(output);
    } catch {
      // Another format, or larger than the bound.
    }
  }
  return undefined;
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}

function fromBytes(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return text;
}

/** Bytes as UTF-8 where they are, else as they are. */
export function bytesToText(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text) || /[^\x00-\xff]/.test(text)) return text;
  return decodeUtf8(toBytes(text)) ?? text;
}

const encoder = new TextEncoder();

export function textToBytes(text: string): string {
  return /^[\x00-\x7f]*$/.test(text) ? text : fromBytes(encoder.encode(text));
}
