import { decodeUtf8 } from "../../text/utf8.ts";

export type DecodedText = {
  readonly text: string;
  /** In an encoding that people do not expect in a skill, or with bytes that programs skip; Latin-1 is merely old. */
  readonly isUnusual: boolean;
  /** Text ends here, and bytes follow that are not text, as in installers that carry an archive. */
  readonly binaryFrom?: number;
};

/** How many bytes decide whether a file is text. */
const sampleBytes = 65_536;

/** The text that bytes hold, in UTF-8, UTF-16, UTF-32 or Latin-1; undefined if they are not text. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { text: decodeWide(bytes, wide), isUnusual: true };
  const sample = sampleOf(bytes);
  if (!sample.includes(0)) {
    const text = decodeUtf8(bytes);
    if (text !== undefined && !bytes.includes(0)) return { text, isUnusual: false };
  }
  if (isMostlyText(sample)) return { text: decodeLoosely(bytes), isUnusual: bytes.includes(0) };
  return textBeforeBinary(bytes);
}

type WideEncoding = { readonly unit: 2 | 4; readonly isLittle: boolean; readonly start: number };

const marks: readonly (readonly [readonly number[], WideEncoding])[] = [
  [[0xff, 0xfe, 0, 0], { unit: 4, isLittle: true, start: 4 }],
  [[0, 0, 0xfe, 0xff], { unit: 4, isLittle: false, start: 4 }],
  [[0xff, 0xfe], { unit: 2, isLittle: true, start: 2 }],
  [[0xfe, 0xff], { unit: 2, isLittle: false, start: 2 }],
];

/** By its byte order mark, or because nearly every second byte is zero. */
function wideEncoding(bytes: Uint8Array): WideEncoding | undefined {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return marked[1];
  const end = Math.min(bytes.length, 4096) & ~1;
  if (end < 8) return undefined;
  let even = 0;
  let odd = 0;
  let printable = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
    if (isPlain(bytes[at] || bytes[at + 1] || 0)) printable++;
  }
  const pairs = end / 2;
  if (printable < pairs * 0.7) return undefined;
  if (odd > pairs * 0.7 && even < pairs * 0.1) return { unit: 2, isLittle: true, start: 0 };
  if (even > pairs * 0.7 && odd < pairs * 0.1) return { unit: 2, isLittle: false, start: 0 };
  return undefined;
}

function decodeWide(bytes: Uint8Array, { unit, isLittle, start }: WideEncoding): string {
  if (unit === 2) return new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(bytes.subarray(start));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = start; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    parts.push(point <= 0x10_ff_ff ? String.fromCodePoint(point) : "\ufffd");
  }
  return parts.join("");
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampleBytes) return bytes;
  const half = sampleBytes / 2;
  const sample = new Uint8Array(sampleBytes);
  sample.set(bytes.subarray(0, half));
  sample.set(bytes.subarray(bytes.length - half), half);
  return sample;
}

/** Few bytes that no text has, and mostly letters. */
function isMostlyText(sample: Uint8Array): boolean {
  let control = 0;
  let plain = 0;
  for (const byte of sample) {
    if (isPlain(byte)) plain++;
    else if (byte < 0x20 || byte === 0x7f) control++;
  }
  return control <= sample.length * 0.1 && plain >= sample.length * 0.7;
}

function isPlain(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);
}

/** Shells and interpreters skip zero bytes; a few invalid bytes are kept as marks, many are Latin-1. */
function decodeLoosely(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text.replaceAll("\0", "");
  const marked = new TextDecoder("utf-8").decode(bytes);
  const isUtf8 = /[\u0080-\ufffc]/.test(marked);
  return (isUtf8 ? marked : new TextDecoder("windows-1252").decode(bytes)).replaceAll("\0", "");
}

/** A script may end with data that it unpacks itself. */
function textBeforeBinary(bytes: Uint8Array): DecodedText | undefined {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return undefined;
  let end = bytes.indexOf(0);
  if (end === -1) end = bytes.length;
  while (end > 0 && bytes[end - 1] !== 0x0a) end--;
  const head = bytes.subarray(0, end);
  return isMostlyText(head) ? { text: decodeLoosely(head), isUnusual: true, binaryFrom: end } : undefined;
}
