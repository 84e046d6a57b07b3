import { latin1 } from "./detect-format.ts";
import { inflateZlib } from "./inflate.ts";
import { type GlyphMap, readGlyphMap } from "./read-glyph-map.ts";
import { type PdfString, readPdfStrings } from "./read-pdf-strings.ts";

export type PdfContent = {
  /** The words on its pages, its title and its notes. */
  readonly text: string;
  /** Scripts that a viewer runs. */
  readonly scripts: readonly string[];
  /** Programs that it starts. */
  readonly launches: readonly string[];
  readonly isEncrypted: boolean;
  /** It shows text that was not understood, or it has more than was read. */
  readonly isIncomplete: boolean;
};

/** Streams of one document that are inflated. */
const mostStreams = 5000;

/**
 * The text of a PDF without its objects: every stream is inflated and every string read in the order of the file, so that a broken table
 * of objects hides nothing.
 */
export function readPdf(bytes: Uint8Array, maxBytes: number): PdfContent {
  const raw = latin1(bytes);
  const lines: string[] = [];
  const scripts: string[] = [];
  const launches: string[] = [];
  let hasUnknownText = false;
  const { outside, streams, isCut, hasDamage } = splitStreams(raw, bytes, maxBytes);
  const maps = glyphMapsOf(streams);
  // A glyph may stand for a long text.
  let roomForGlyphs = maxBytes;
  for (const part of [outside, ...streams]) {
    const { shown, mapped, named, hasGlyphs } = readPdfStrings(
      part,
      roomForGlyphs > 0 ? maps : [],
      roomForGlyphs,
    );
    for (const text of mapped) roomForGlyphs -= text.length;
    if (hasGlyphs) hasUnknownText = true;
    for (const text of new Set([shown, ...mapped])) if (text !== "") lines.push(text);
    for (const { key, value } of named) {
      if (key === "JS") scripts.push(value);
      else if (launchKeys.has(key)) launches.push(value);
      else if (wordKeys.has(key)) lines.push(value);
    }
  }
  scripts.push(...scriptStreams(outside, streams));
  const text = lines.join("\n");
  return {
    text,
    scripts,
    launches: raw.includes("/Launch") || outside.includes("/Launch") ? launches : [],
    isEncrypted: isEncrypted(outside, hasDamage),
    isIncomplete: isCut || hasUnknownText,
  };
}

/** A reference to an object that the file lacks is null in PDF, so such a file is readable without a key. */
function isEncrypted(outside: string, hasDamage: boolean): boolean {
  if (/\/Encrypt\s{0,8}<</.test(outside)) return true;
  const numbers = outside.matchAll(/\/Encrypt\s{0,8}(\d{1,10})\s/g);
  const named = new Set([...numbers].slice(0, 100).map(([, number]) => Number(number)));
  if (named.size === 0) return false;
  if (hasDamage) return true;
  for (const [, number] of outside.matchAll(/(?<!\d)(\d{1,10})\s{1,8}\d{1,5}\s{1,8}obj\b/g))
    if (named.has(Number(number))) return true;
  return false;
}

const launchKeys: ReadonlySet<PdfString["key"]> = new Set(["F", "P", "UF"]);
const wordKeys: ReadonlySet<PdfString["key"]> = new Set(
  "Title Subject Keywords Author Contents T TU V RC Alt ActualText URI".split(" "),
);

/** Fonts whose maps are read; each reads the whole document. */
const mostMaps = 16;

function glyphMapsOf(streams: readonly string[]): readonly GlyphMap[] {
  const maps: GlyphMap[] = [];
  for (const stream of streams) {
    if (maps.length === mostMaps) break;
    const map = /beginbf(?:char|range)/.test(stream) ? readGlyphMap(stream) : undefined;
    if (map !== undefined) maps.push(map);
  }
  return maps;
}

type Streams = {
  readonly outside: string;
  readonly streams: readonly string[];
  readonly isCut: boolean;
  /** A stream could not be inflated, as if it were encrypted. */
  readonly hasDamage: boolean;
};

function splitStreams(raw: string, bytes: Uint8Array, maxBytes: number): Streams {
  const outside: string[] = [];
  const streams: string[] = [];
  let room = maxBytes;
  let at = 0;
  let hasDamage = false;
  while (streams.length < mostStreams && room > 0) {
    const word = raw.indexOf("stream", at);
    if (word === -1)
      return { outside: [...outside, raw.slice(at)].join("\n"), streams, isCut: false, hasDamage };
    outside.push(raw.slice(at, word));
    const start = raw[word + 6] === "\r" ? word + 8 : word + 7;
    const close = raw.indexOf("endstream", start);
    const end = close === -1 ? raw.length : close;
    const dictionary = raw.slice(Math.max(at, word - 2000), word);
    at = close === -1 ? raw.length : close + 9;
    if (
      /\/Subtype\s{0,4}\/Image|\/FontFile|\/Length1\b|\/Type1C|\/CIDFontType0C/.test(
        dictionary.slice(dictionary.lastIndexOf("obj")),
      )
    )
      continue;
    const data = bytes.subarray(start, end);
    const isDeflated = dictionary.includes("/FlateDecode") || dictionary.includes("/Fl ");
    const { bytes: content, fault } = isDeflated
      ? inflateZlib(data, room)
      : { bytes: data, fault: undefined };
    hasDamage ||= fault === "damaged";
    room -= content.length;
    streams.push(latin1(content));
  }
  return { outside: [...outside, raw.slice(at)].join("\n"), streams, isCut: at < raw.length, hasDamage };
}

/** Scripts in streams of their own; their object is not looked up, so every stream that reads as one counts. */
function scriptStreams(outside: string, streams: readonly string[]): readonly string[] {
  if (!/\/JS\s{0,8}\d{1,8}\s/.test(outside) && !streams.some((stream) => /\/JS\s{0,8}\d{1,8}\s/.test(stream)))
    return [];
  return streams.filter(
    (stream) =>
      !/\bT[jJ*]\b|\bBT\b|\/Type\b|begincmap/.test(stream) &&
      /[({;]/.test(stream) &&
      !/[\x80-\xff\0]/.test(stream),
  );
}
