import { isTar } from "./read-tar.ts";
import { isZip } from "./read-zip.ts";

/**
 * What bytes are, by what they start with. `media` shows or sounds; `program` is compiled or serialized; `archive` and `office` hold
 * files or macros that are not opened.
 */
export type Format =
  | "zip"
  | "tar"
  | "gzip"
  | "png"
  | "jpeg"
  | "gif"
  | "riff"
  | "pdf"
  | "media"
  | "program"
  | "archive"
  | "office";

type Magic = readonly [Format, string, offset?: number];

/** As Latin-1. */
const magics: readonly Magic[] = [
  ["gzip", "\x1f\x8b\x08"],
  ["png", "\x89PNG\r\n\x1a\n"],
  ["jpeg", "\xff\xd8\xff"],
  ["gif", "GIF87a"],
  ["gif", "GIF89a"],
  ["riff", "RIFF"],
  ["pdf", "%PDF-"],
  ["program", "\x7fELF"],
  ["program", "MZ"],
  ["program", "\xfe\xed\xfa\xce"],
  ["program", "\xfe\xed\xfa\xcf"],
  ["program", "\xce\xfa\xed\xfe"],
  ["program", "\xcf\xfa\xed\xfe"],
  ["program", "\xca\xfe\xba\xbe"],
  ["program", "\0asm"],
  ["program", "dex\n"],
  ["archive", "7z\xbc\xaf\x27\x1c"],
  ["archive", "Rar!\x1a\x07"],
  ["archive", "\xfd7zXZ\0"],
  ["archive", "BZh"],
  ["archive", "\x28\xb5\x2f\xfd"],
  ["archive", "!<arch>\n"],
  ["archive", "MSCF"],
  ["office", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["media", "wOFF"],
  ["media", "wOF2"],
  ["media", "\0\x01\0\0"],
  ["media", "OTTO"],
  ["media", "ttcf"],
  ["media", "true"],
  ["media", "\0\0\x01\0"],
  ["media", "BM"],
  ["media", "II*\0"],
  ["media", "MM\0*"],
  ["media", "ID3"],
  ["media", "\xff\xfb"],
  ["media", "\xff\xf3"],
  ["media", "\xff\xf2"],
  ["media", "moov", 4],
  ["media", "mdat", 4],
  ["media", "wide", 4],
  ["media", "OggS"],
  ["media", "fLaC"],
  ["media", "\x1aE\xdf\xa3"],
  ["media", "ftyp", 4],
];

/** Python's pickles, which call any function they name: in their binary protocols, and in text that begins with the function. */
const pickle = /^\x80[\x01-\x05]|^c(?:os|posix|nt|sys|subprocess|builtins|__builtin__|commands)\n\w/;

/** Formats whose magic is so short that text may start with it. */
const shortest = 4;

export function detectFormat(bytes: Uint8Array): Format | undefined {
  const head = latin1(bytes.subarray(0, 16));
  const found = magics.find(([, magic, offset = 0]) => head.startsWith(magic, offset));
  if (found !== undefined && (found[1].length >= shortest || bytes.subarray(0, 512).some(isControl)))
    return found[0];
  if (pickle.test(head)) return "program";
  if (isZip(bytes)) return "zip";
  return isTar(bytes) ? "tar" : undefined;
}

function isControl(byte: number): boolean {
  return byte < 9;
}

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

/** Kinds of pictures, sounds and fonts whose name says what they are. */
export function isMediaName(extension: string): boolean {
  return mediaNames.has(extension);
}

const mediaNames: ReadonlySet<string> = new Set(
  "png jpg jpeg gif webp bmp ico tif tiff avif heic mp3 mp4 m4a wav ogg webm mov flac woff woff2 ttf otf ttc eot".split(
    " ",
  ),
);
