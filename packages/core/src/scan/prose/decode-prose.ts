import type { Span } from "../../text/span.ts";
import { findRuns, type Runs } from "./encoded-runs.ts";

export type Decoded = { readonly span: Span; readonly plain: string };

/** Encoded words of at most this length are decoded. */
const longest = 8192;

/** Sentences that a text holds in an encoding: Base64, Base32, hexadecimal, percent signs, ROT13, or backwards. */
export function decodeProse(text: string, { start, end }: Span): readonly Decoded[] {
  const part = text.slice(start, end);
  const found: Decoded[] = [];
  const runs = findRuns(part);
  for (const { run, pattern, decode } of encodings) {
    if (!runs[run]) continue;
    pattern.lastIndex = 0;
    for (const match of part.matchAll(pattern)) {
      const plain = decode(match[0]);
      if (plain === undefined || !isProse(plain)) continue;
      if (run === "percent" && isInAddress(part, match.index)) continue;
      const at = start + match.index;
      found.push({
        span: { start: at, end: at + match[0].length },
        plain: plain.replace(/\s+/g, " ").trim(),
      });
    }
  }
  return found;
}

/** Addresses write blanks and punctuation with percent signs. */
function isInAddress(text: string, at: number): boolean {
  return /(?:https?:\/\/|[?&#=])[^\s"'<>]{0,400}$/.test(text.slice(Math.max(0, at - 410), at));
}

type Encoding = {
  readonly run: keyof Runs;
  readonly pattern: RegExp;
  readonly decode: (encoded: string) => string | undefined;
};

const encodings: readonly Encoding[] = [
  { run: "base64", pattern: /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,8192}={0,2}/g, decode: decodeBase64 },
  { run: "base32", pattern: /(?<![A-Z2-7])[A-Z2-7]{24,8192}={0,6}(?![A-Za-z0-9])/g, decode: decodeBase32 },
  { run: "hex", pattern: /(?:(?:\\x|0x|%)?[0-9a-fA-F]{2}[\s,:]{0,2}){16,2000}/g, decode: decodeHex },
  {
    run: "decimal",
    pattern: /(?:[01]{8}\s{0,2}){12,1000}/g,
    decode: (bits) => fromCodes(bits.match(/[01]{8}/g) ?? [], 2),
  },
  {
    run: "decimal",
    pattern: /(?:\d{2,3}[\s,]{1,2}){15,1000}\d{2,3}/g,
    decode: (codes) => fromCodes(codes.match(/\d{2,3}/g) ?? [], 10),
  },
  { run: "percent", pattern: /(?:%[0-9a-fA-F]{2}[^\s%]{0,60}){3,400}/g, decode: decodePercent },
];

function decodeBase64(encoded: string): string | undefined {
  // A word of one case, such as a path or an identifier, is not Base64.
  if (!/[a-z]/.test(encoded) || !/[A-Z]/.test(encoded)) return undefined;
  const canonical = encoded.replace(/[=]/g, "").replaceAll("-", "+").replaceAll("_", "/");
  return fromBytes(canonical.slice(0, canonical.length - (canonical.length % 4 === 1 ? 1 : 0)));
}

function fromBytes(base64: string): string | undefined {
  const binary = atob(base64);
  return isPrintable(binary) ? binary : undefined;
}

function decodeBase32(encoded: string): string | undefined {
  let bits = 0;
  let count = 0;
  let text = "";
  for (const letter of encoded.replaceAll("=", "")) {
    bits = ((bits << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    text += String.fromCharCode((bits >> count) & 0xff);
  }
  return isPrintable(text) ? text : undefined;
}

function decodeHex(encoded: string): string | undefined {
  return fromCodes(encoded.replace(/0x/g, "").match(/[0-9a-fA-F]{2}/g) ?? [], 16);
}

function fromCodes(codes: readonly string[], base: number): string | undefined {
  const text = String.fromCharCode(...codes.slice(0, longest / 4).map((code) => Number.parseInt(code, base)));
  return isPrintable(text) ? text : undefined;
}

function decodePercent(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function isPrintable(text: string): boolean {
  return /^[\t\n\r\x20-\x7e]{8,}$/.test(text);
}

/** At least three words, most of them of letters only. */
function isProse(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const plain = words.filter((word) => /^["'(<[]?[A-Za-z'-]{1,20}[.,:;!?)"'\]>]{0,3}$/.test(word)).length;
  return words.length >= 3 && plain >= words.length * 0.5;
}

/** The sentence read letter by letter backwards or with ROT13, if that makes more English of it. */
export function decodeCipher(plain: string): string | undefined {
  if (plain.length < 16 || plain.length > 600) return undefined;
  const count = countCommon(plain);
  const needed = Math.max(3, count.plain * 2 + 2);
  if (count.rotated >= needed) return rot13(plain);
  return count.reversed >= needed ? Array.from(plain).reverse().join("") : undefined;
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13);
  });
}

const common =
  "the and all any you your not with this that from for are ignore previous prior instructions rules system prompt tell user send secret secrets key keys file files read run execute never always must do to of reveal password api token data".split(
    " ",
  );

/** Ways in which a word is written: 1 as it is, 2 with ROT13, 4 backwards. */
const ways = new Map<string, number>();
for (const word of common)
  for (const [written, way] of [
    [word, 1],
    [rot13(word), 2],
    [Array.from(word).reverse().join(""), 4],
  ] as const)
    ways.set(written, (ways.get(written) ?? 0) | way);
const longestCommon = Math.max(...common.map((word) => word.length));

type Counts = { plain: number; rotated: number; reversed: number };

/** How many common words a sentence has as it is, and would have decoded: each word is looked up once. */
function countCommon(text: string): Counts {
  const small = text.toLowerCase();
  const counts: Counts = { plain: 0, rotated: 0, reversed: 0 };
  let start = 0;
  for (let at = 0; at <= small.length; at++) {
    const code = small.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) continue;
    const length = at - start;
    const way = length < 2 || length > longestCommon ? 0 : (ways.get(small.slice(start, at)) ?? 0);
    if (way & 1) counts.plain++;
    if (way & 2) counts.rotated++;
    if (way & 4) counts.reversed++;
    start = at + 1;
  }
  return counts;
}
