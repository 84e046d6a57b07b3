import { decodeUtf8 } from "../../../text/utf8.ts";
import { latin1 } from "./detect-format.ts";
import { inflateZlib } from "./inflate.ts";

export type ImageContent = {
  /** Texts in its metadata. */
  readonly texts: readonly string[];
  /** Bytes after the end of the picture. */
  readonly appended?: Uint8Array;
};

/** Chunks, segments or blocks of one picture that are visited. */
const mostParts = 100_000;
/** Bytes that one compressed text may inflate to. */
const textBytes = 1_048_576;
/** Shortest run of letters in binary metadata that counts as text. */
const shortestRun = 8;

/** Text chunks of a PNG, compressed ones too. */
export function readPng(bytes: Uint8Array): ImageContent {
  const view = viewOf(bytes);
  const texts: string[] = [];
  let at = 8;
  for (let part = 0; part < mostParts && at + 12 <= bytes.length; part++) {
    const length = view.getUint32(at);
    const type = latin1(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === "tEXt") texts.push(afterKeyword(data, (rest) => textOf(rest)));
    else if (type === "zTXt")
      texts.push(afterKeyword(data, (rest) => textOf(inflateZlib(rest.subarray(1), textBytes).bytes)));
    else if (type === "iTXt") texts.push(afterKeyword(data, internationalText));
    else if (type === "eXIf") texts.push(...printableRuns(data));
    at += 12 + length;
    if (type === "IEND") break;
  }
  return withAppended(texts, bytes, at);
}

function afterKeyword(data: Uint8Array, read: (rest: Uint8Array) => string): string {
  const end = data.subarray(0, 80).indexOf(0);
  return end === -1 ? textOf(data) : read(data.subarray(end + 1));
}

/** Compression flag and method, language and translated keyword stand in front. */
function internationalText(rest: Uint8Array): string {
  const isCompressed = rest[0] === 1;
  let at = 2;
  for (let field = 0; field < 2; field++) {
    const end = rest.indexOf(0, at);
    if (end === -1) return textOf(rest);
    at = end + 1;
  }
  return textOf(isCompressed ? inflateZlib(rest.subarray(at), textBytes).bytes : rest.subarray(at));
}

/** Comments and application data of a JPEG: EXIF, XMP and the like. */
export function readJpeg(bytes: Uint8Array): ImageContent {
  const view = viewOf(bytes);
  const texts: string[] = [];
  let at = 2;
  for (let part = 0; part < mostParts && at + 4 <= bytes.length; part++) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] ?? 0;
    const length = view.getUint16(at + 2);
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xfe) texts.push(textOf(data));
    else if (marker >= 0xe0 && marker <= 0xef) texts.push(...printableRuns(data));
    if (marker === 0xd9) break;
    at += 2 + length;
    if (marker === 0xda) break;
  }
  const end = endOfScans(bytes, at);
  return withAppended(texts, bytes, end);
}

/** Past the end marker; inside compressed data FF is always followed by 00 or a restart marker. */
function endOfScans(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return at + 2;
  return bytes.length;
}

/** Comments and plain text of a GIF. */
export function readGif(bytes: Uint8Array): ImageContent {
  const texts: string[] = [];
  let at = 13 + colorTableBytes(bytes[10] ?? 0);
  for (let part = 0; part < mostParts && at < bytes.length; part++) {
    const kind = bytes[at];
    if (kind === 0x21) {
      const label = bytes[at + 1] ?? 0;
      const { content, end } = readBlocks(bytes, at + 2);
      if (label !== 0xf9) texts.push(...printableRuns(content));
      at = end;
    } else if (kind === 0x2c) at = readBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9] ?? 0)).end;
    else return withAppended(texts, bytes, at + 1);
  }
  return { texts };
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Blocks with their length in front, up to one of no length. */
function readBlocks(bytes: Uint8Array, from: number): { readonly content: Uint8Array; readonly end: number } {
  let at = from;
  let size = 0;
  while (at < bytes.length && bytes[at] !== 0) {
    size += bytes[at] ?? 0;
    at += 1 + (bytes[at] ?? 0);
  }
  const content = new Uint8Array(Math.min(size, bytes.length));
  let filled = 0;
  for (let block = from; block < at; block += 1 + (bytes[block] ?? 0)) {
    const part = bytes
      .subarray(block + 1, block + 1 + (bytes[block] ?? 0))
      .subarray(0, content.length - filled);
    content.set(part, filled);
    filled += part.length;
  }
  return { content, end: at + 1 };
}

/** EXIF and XMP of a WebP, and what other chunks of such a file say. */
export function readRiff(bytes: Uint8Array): ImageContent {
  const view = viewOf(bytes);
  const texts: string[] = [];
  const end = Math.min(bytes.length, 8 + (bytes.length >= 8 ? view.getUint32(4, true) : 0));
  let at = 12;
  for (let part = 0; part < mostParts && at + 8 <= end; part++) {
    const type = latin1(bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    if (/^(?:EXIF|XMP |LIST|ICMT|id3 )$/i.test(type))
      texts.push(...printableRuns(bytes.subarray(at + 8, at + 8 + length)));
    at += 8 + length + (length & 1);
  }
  return withAppended(texts, bytes, end + (end & 1));
}

/** Padding of a few bytes is no content. */
function withAppended(texts: readonly string[], bytes: Uint8Array, end: number): ImageContent {
  const rest = end < bytes.length ? bytes.subarray(end) : undefined;
  const isContent =
    rest !== undefined && rest.length > 16 && rest.some((byte) => byte !== 0 && byte !== 0xff);
  return { texts: texts.filter((text) => text.trim() !== ""), ...(isContent ? { appended: rest } : {}) };
}

/** Runs of printable characters in bytes that hold numbers too, also of two bytes a character. */
function printableRuns(data: Uint8Array): readonly string[] {
  const text = decodeUtf8(data);
  if (text !== undefined && !text.includes("\0")) return [text];
  // EXIF writes some texts in UTF-16: without the zero bytes they read as ASCII.
  const plain = latin1(data).replaceAll(/([\x20-\x7e])\0(?=[\x20-\x7e]\0)/g, "$1");
  return (plain.match(/[\t\n\r\x20-\x7e\u00a0-\u00ff]+/g) ?? []).filter(
    (run) => run.length >= shortestRun && /[A-Za-z]{3}/.test(run),
  );
}

function textOf(bytes: Uint8Array): string {
  return (decodeUtf8(bytes) ?? latin1(bytes)).replaceAll("\0", " ");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
