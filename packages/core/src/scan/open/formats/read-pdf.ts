import { latin1 } from "./detect-format.ts";
import { inflateZlib } from "./inflate.ts";
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
  const { outside, streams, isCut } = splitStreams(raw, bytes, maxBytes);
  for (const part of [outside, ...streams]) {
    const { shown, named, hasGlyphs } = readPdfStrings(part);
    if (hasGlyphs) hasUnknownText = true;
    if (shown !== "") lines.push(shown);
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
    isEncrypted: /\/Encrypt\s{0,8}(?:\d|<<)/.test(outside),
    isIncomplete: isCut || (hasUnknownText && text.trim() === ""),
  };
}

const launchKeys: ReadonlySet<PdfString["key"]> = new Set(["F", "P", "UF"]);
const wordKeys: ReadonlySet<PdfString["key"]> = new Set(
  "Title Subject Keywords Author Contents T TU V RC Alt ActualText URI".split(" "),
);

type Streams = { readonly outside: string; readonly streams: readonly string[]; readonly isCut: boolean };

function splitStreams(raw: string, bytes: Uint8Array, maxBytes: number): Streams {
  const outside: string[] = [];
  const streams: string[] = [];
  let room = maxBytes;
  let at = 0;
  while (streams.length < mostStreams && room > 0) {
    const word = raw.indexOf("stream", at);
    if (word === -1) return { outside: [...outside, raw.slice(at)].join("\n"), streams, isCut: false };
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
    const content =
      dictionary.includes("/FlateDecode") || dictionary.includes("/Fl ")
        ? inflateZlib(data, room).bytes
        : data;
    room -= content.length;
    streams.push(latin1(content));
  }
  return { outside: [...outside, raw.slice(at)].join("\n"), streams, isCut: at < raw.length };
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
