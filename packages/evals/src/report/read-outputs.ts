import { decodeUtf8 } from "@skillwright/core/text";
import { reportLimits } from "./limits.ts";
import type { OpenFolder } from "./open-folder.ts";
import type { BoundedText, OutputContent, ReportOutput } from "./report-data.ts";

/** The remaining room on a page, shared by all its runs. */
export type PageRoom = { characters: number; imageBytes: number };

export function createPageRoom(): PageRoom {
  return { characters: reportLimits.reportTextsCharacters, imageBytes: reportLimits.reportImagesBytes };
}

/** Reads output files: texts and images while there is room, and only names of the rest. */
export function readOutputs(
  folder: OpenFolder,
  { paths, below }: { readonly paths: readonly string[]; readonly below: string },
  room: PageRoom,
): readonly ReportOutput[] {
  return paths.map((path) => {
    const content = readContent(folder, path, room);
    return { path: path.slice(below.length), bytes: folder.files.get(path) ?? 0, content };
  });
}

/** The beginning of a text that fits. */
export function cutText(text: string, most: number, room: PageRoom): BoundedText {
  const start = text.slice(0, Math.min(most, room.characters));
  // Do not split a surrogate pair.
  const shown = start.isWellFormed() ? start : start.toWellFormed().slice(0, -1);
  room.characters -= shown.length;
  return { text: shown, isCut: shown.length < text.length };
}

function readContent(folder: OpenFolder, path: string, room: PageRoom): OutputContent {
  const size = folder.files.get(path) ?? 0;
  const bytes = folder.readBytes(path, reportLimits.reportImageBytes);
  if (bytes === undefined) return { kind: "other", reason: "unreadable" };
  const type = imageTypeOf(path, bytes);
  if (type !== undefined) {
    const isTooLarge = size > bytes.length || bytes.length > room.imageBytes;
    return isTooLarge ? { kind: "other", reason: "too-large" } : toImage(bytes, type, room);
  }
  const text = bytes.includes(0) ? undefined : decodeStart(bytes, size);
  if (text === undefined) return { kind: "other", reason: "binary" };
  const shown = cutText(text, reportLimits.reportTextCharacters, room);
  return { kind: "text", ...shown, isCut: shown.isCut || size > bytes.length };
}

function toImage(bytes: Uint8Array, type: string, room: PageRoom): OutputContent {
  room.imageBytes -= bytes.length;
  return { kind: "image", dataUrl: `data:${type};base64,${Buffer.from(bytes).toString("base64")}` };
}

/** A cut may split the last character, so drop up to three bytes. */
function decodeStart(bytes: Uint8Array, size: number): string | undefined {
  if (size <= bytes.length) return decodeUtf8(bytes);
  for (const spare of [0, 1, 2, 3]) {
    const text = decodeUtf8(bytes.subarray(0, bytes.length - spare));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The MIME type of an image that browsers display, by its first bytes; undefined for everything else. */
function imageTypeOf(path: string, bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const raster = signatures.find(({ pattern }) => pattern.test(start))?.type;
  if (raster !== undefined) return raster;
  // SVG has no signature. In an <img>, its scripts do not run and it loads nothing.
  return /\.svg$/i.test(path) && /^(?:\xef\xbb\xbf)?\s*</.test(start) ? "image/svg+xml" : undefined;
}

const signatures: readonly { readonly type: string; readonly pattern: RegExp }[] = [
  { type: "image/png", pattern: /^\x89PNG\r\n\x1a\n/ },
  { type: "image/jpeg", pattern: /^\xff\xd8\xff/ },
  { type: "image/gif", pattern: /^GIF8[79]a/ },
  { type: "image/webp", pattern: /^RIFF[\s\S]{4}WEBP/ },
];
