import { decodeUtf8 } from "../../../text/utf8.ts";
import type { Archive, ArchiveEntry } from "./archive-entry.ts";

const blockBytes = 512;
/** Longest name in an extended header that is read. */
const headerBytes = 65_536;

/** Whether bytes start with the header of a tar archive. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= blockBytes && hasValidChecksum(bytes.subarray(0, blockBytes));
}

/** The files of a tar archive; links and folders have no content to read. Views of `bytes`, not copies. */
export function readTar(bytes: Uint8Array, mostEntries: number): Archive {
  const entries: ArchiveEntry[] = [];
  let longName: string | undefined;
  let at = 0;
  for (let headers = 0; at + blockBytes <= bytes.length; headers++) {
    const header = bytes.subarray(at, at + blockBytes);
    if (header[0] === 0 && header.every((byte) => byte === 0))
      return { entries, hasMore: false, isDamaged: false, isPlain: true };
    if (!hasValidChecksum(header)) return { entries, hasMore: false, isDamaged: true, isPlain: true };
    if (headers >= 4 * mostEntries || entries.length >= mostEntries)
      return { entries, hasMore: true, isDamaged: false, isPlain: true };
    const size = numberAt(header, 124, 12);
    const type = String.fromCharCode(header[156] ?? 0);
    const start = at + blockBytes;
    const content = bytes.subarray(start, start + size);
    if (type === "L") longName = textAt(content, 0, headerBytes);
    else if (type === "x") longName = paxPath(content) ?? longName;
    else {
      const path = longName ?? nameOf(header);
      if (size > 0 && fileTypes.has(type)) entries.push(toEntry(path, content, size));
      longName = undefined;
    }
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
  return {
    entries,
    hasMore: false,
    isPlain: true,
    isDamaged: at > bytes.length || (at < bytes.length && entries.length === 0),
  };
}

const fileTypes: ReadonlySet<string> = new Set(["0", "\0", "7", "S"]);

function toEntry(path: string, content: Uint8Array, size: number): ArchiveEntry {
  return {
    path: path.replace(/^(?:\.\/){1,8}/, ""),
    read: (limit) => {
      if (content.length > limit) return { bytes: content.subarray(0, limit), fault: "too-large" };
      return content.length < size ? { bytes: content, fault: "damaged" } : { bytes: content };
    },
  };
}

function hasValidChecksum(header: Uint8Array): boolean {
  let sum = 0;
  for (let at = 0; at < blockBytes; at++) sum += at >= 148 && at < 156 ? 0x20 : (header[at] ?? 0);
  return sum > 8 * 0x20 && sum === numberAt(header, 148, 8);
}

/** Octal digits, or binary where the first bit is set. */
function numberAt(header: Uint8Array, at: number, length: number): number {
  if (((header[at] ?? 0) & 0x80) !== 0) {
    let value = (header[at] ?? 0) & 0x3f;
    for (let index = at + 1; index < at + length; index++) value = value * 256 + (header[index] ?? 0);
    return Math.min(value, Number.MAX_SAFE_INTEGER);
  }
  const digits = textAt(header, at, length).trim();
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : 0;
}

function nameOf(header: Uint8Array): string {
  const isUstar = textAt(header, 257, 5) === "ustar";
  const prefix = isUstar ? textAt(header, 345, 155) : "";
  const name = textAt(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  const used = end === -1 ? field : field.subarray(0, end);
  return decodeUtf8(used) ?? new TextDecoder("windows-1252").decode(used);
}

/** Records of the form `LENGTH path=VALUE`. */
function paxPath(content: Uint8Array): string | undefined {
  const text = textAt(content, 0, headerBytes);
  const start = text.indexOf(" path=");
  if (start === -1) return undefined;
  const end = text.indexOf("\n", start);
  return text.slice(start + 6, end === -1 ? undefined : end);
}
