import { decodeUtf8 } from "../../../text/utf8.ts";
import type { Archive, ArchiveEntry, EntryContent } from "./archive-entry.ts";
import { inflateAtMost } from "./inflate.ts";

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
/** The record at the end is followed by a comment of at most so many bytes. */
const mostComment = 65_535;

/** Whether bytes start as a zip archive or end with the list of one. */
export function isZip(bytes: Uint8Array): boolean {
  const first = bytes.length >= 4 ? viewOf(bytes).getUint32(0, true) : 0;
  return first === signatures.local || first === signatures.end || findDirectory(bytes) !== undefined;
}

/**
 * The files of a zip archive. Both of its lists count, since programs differ in which one they believe: entries that only the local
 * headers name are listed too, and make the archive a damaged one.
 */
export function readZip(bytes: Uint8Array, mostEntries: number): Archive {
  const directory = findDirectory(bytes);
  const listed = directory === undefined ? undefined : readDirectory(bytes, directory, mostEntries);
  const hidden = walkLocalHeaders(bytes, listed?.ends ?? new Map(), mostEntries);
  const start = Math.min(hidden.firstOffset, bytes.length);
  return {
    entries: [...(listed?.entries ?? []), ...hidden.entries].slice(0, mostEntries),
    hasMore: listed?.hasMore === true || hidden.hasMore,
    isDamaged: listed === undefined || listed.isDamaged || hidden.entries.length > 0,
    ...(start > 0 && start < bytes.length ? { prefix: bytes.subarray(0, start) } : {}),
  };
}

type Directory = { readonly start: number; readonly count: number; readonly shift: number };

function findDirectory(bytes: Uint8Array): Directory | undefined {
  const view = viewOf(bytes);
  const lowest = Math.max(0, bytes.length - 22 - mostComment);
  for (let at = bytes.length - 22; at >= lowest; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== signatures.end) continue;
    const size = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    // Bytes in front of the archive shift all offsets, unless the writer counted them.
    const start = at - size;
    if (start < 0) continue;
    const isEmpty = size === 0 && view.getUint16(at + 10, true) === 0;
    if (isEmpty || view.getUint32(start, true) === signatures.central)
      return { start, count: view.getUint16(at + 10, true), shift: start - offset };
  }
  return undefined;
}

type Listed = {
  readonly entries: readonly ArchiveEntry[];
  /** Where the content of the entry at an offset ends. */
  readonly ends: ReadonlyMap<number, number>;
  readonly hasMore: boolean;
  readonly isDamaged: boolean;
};

function readDirectory(bytes: Uint8Array, { start, shift }: Directory, mostEntries: number): Listed {
  const view = viewOf(bytes);
  const entries: ArchiveEntry[] = [];
  const ends = new Map<number, number>();
  let isDamaged = false;
  let at = start;
  while (at + 46 <= bytes.length && view.getUint32(at, true) === signatures.central) {
    if (entries.length >= mostEntries) return { entries, ends, hasMore: true, isDamaged };
    const nameLength = view.getUint16(at + 28, true);
    const path = decodeName(bytes.subarray(at + 46, at + 46 + nameLength));
    const offset = view.getUint32(at + 42, true) + shift;
    const local = readLocalHeader(bytes, offset);
    if (local === undefined || local.path !== path) isDamaged = true;
    if (local === undefined) entries.push({ path, read: () => ({ fault: "damaged" }) });
    else {
      const size = view.getUint32(at + 20, true);
      const method = view.getUint16(at + 10, true);
      const isEncrypted = ((view.getUint16(at + 8, true) | local.flags) & 1) !== 0;
      const { dataStart } = local;
      ends.set(offset, dataStart + size);
      // A folder may carry content that only some programs unpack.
      if (!path.endsWith("/") || size > 2)
        entries.push({
          path,
          read: (limit) => readContent(bytes, { dataStart, size, method, isEncrypted }, limit),
        });
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { entries, ends, hasMore: false, isDamaged };
}

type LocalHeader = {
  readonly path: string;
  readonly dataStart: number;
  readonly flags: number;
  readonly method: number;
  readonly size: number;
};

function readLocalHeader(bytes: Uint8Array, offset: number): LocalHeader | undefined {
  const view = viewOf(bytes);
  if (offset < 0 || offset + 30 > bytes.length || view.getUint32(offset, true) !== signatures.local)
    return undefined;
  const nameLength = view.getUint16(offset + 26, true);
  return {
    path: decodeName(bytes.subarray(offset + 30, offset + 30 + nameLength)),
    dataStart: offset + 30 + nameLength + view.getUint16(offset + 28, true),
    flags: view.getUint16(offset + 6, true),
    method: view.getUint16(offset + 8, true),
    size: view.getUint32(offset + 18, true),
  };
}

type Hidden = {
  readonly entries: readonly ArchiveEntry[];
  readonly firstOffset: number;
  readonly hasMore: boolean;
};

/** Local headers that the directory does not name; a header needs a plausible version and method to count as one. */
function walkLocalHeaders(
  bytes: Uint8Array,
  known: ReadonlyMap<number, number>,
  mostEntries: number,
): Hidden {
  const entries: ArchiveEntry[] = [];
  let firstOffset = bytes.length;
  let found = 0;
  for (let at = bytes.indexOf(0x50); at !== -1; at = bytes.indexOf(0x50, at + 1)) {
    if (bytes[at + 1] !== 0x4b || bytes[at + 2] !== 3 || bytes[at + 3] !== 4) continue;
    const header = readLocalHeader(bytes, at);
    if (header === undefined || (header.method !== 0 && header.method !== 8 && (header.flags & 1) === 0))
      continue;
    firstOffset = Math.min(firstOffset, at);
    if (++found > 2 * mostEntries) return { entries, firstOffset, hasMore: true };
    const knownEnd = known.get(at);
    if (knownEnd !== undefined) {
      // Its content may hold an archive, which is opened as a nested one.
      at = Math.min(bytes.length, Math.max(at + 1, knownEnd)) - 1;
      continue;
    }
    const { path, dataStart, flags, method, size } = header;
    const isEncrypted = (flags & 1) !== 0;
    const length = size > 0 ? size : bytes.length - dataStart;
    if (!path.endsWith("/"))
      entries.push({
        path,
        read: (limit) => readContent(bytes, { dataStart, size: length, method, isEncrypted }, limit),
      });
    if (size > 0) at = Math.min(bytes.length, dataStart + size) - 1;
  }
  return { entries, firstOffset, hasMore: false };
}

type Stored = {
  readonly dataStart: number;
  readonly size: number;
  readonly method: number;
  readonly isEncrypted: boolean;
};

function readContent(
  bytes: Uint8Array,
  { dataStart, size, method, isEncrypted }: Stored,
  limit: number,
): EntryContent {
  if (isEncrypted) return { fault: "encrypted" };
  if (dataStart > bytes.length) return { fault: "damaged" };
  const raw = bytes.subarray(dataStart, dataStart + size);
  if (method === 8) return inflateAtMost(raw, limit);
  if (method !== 0) return { fault: "unreadable" };
  if (raw.length > limit) return { bytes: raw.subarray(0, limit), fault: "too-large" };
  return raw.length < size && size !== 0xffffffff ? { bytes: raw, fault: "damaged" } : { bytes: raw };
}

/** Most programs write UTF-8, whatever the flag says. */
function decodeName(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes);
  return text.replaceAll("\\", "/");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
