import { crc32, inflateRawSync } from "node:zlib";
import { decodeUtf8 } from "@skillwright/core/text";
import { type Entry, fromBufferPromise, type LocalFileHeader } from "yauzl";
import { packagingLimits } from "../limits.ts";
import { quotePath, type TreeEntry, type TreeFile } from "../tree/file-tree.ts";
import { checkFolder, invalidArchive } from "./invalid-archive.ts";
import { resolveLinks, type UnresolvedLink } from "./resolve-links.ts";

export type ZipOptions = {
  readonly source: string;
  /** The most bytes that it may unpack to. */
  readonly limit: number;
};

/** The files and links of a zip archive; folders are implied by them. Both of its lists of files must agree. */
export async function readZip(bytes: Buffer, options: ZipOptions): Promise<readonly TreeEntry[]> {
  const { source } = options;
  const members = await readMembers(bytes, options);
  refuseOverlap(members, source);
  const files: TreeFile[] = [];
  const links: UnresolvedLink[] = [];
  for (const member of members) {
    const { path, mode } = member;
    const kind = mode & 0o170000;
    if (path.startsWith("__MACOSX/")) continue;
    if (kind === kinds.folder || path.endsWith("/")) {
      checkFolder(path, source);
      continue;
    }
    if (kind !== 0 && kind !== kinds.file && kind !== kinds.link)
      throw invalidArchive(source, `${quotePath(path)} is a device or pipe`);
    const content = inflate(member, bytes, source);
    if (kind === kinds.link) links.push({ path, target: linkTarget(content, path, source) });
    else files.push({ path, bytes: content, executable: (mode & 0o111) !== 0 });
  }
  return [...files, ...resolveLinks(links, source)];
}

const kinds = { folder: 0o040000, file: 0o100000, link: 0o120000 } as const;

/** What the directory at the end of the archive says about a file, and where its content starts. */
type Member = {
  readonly path: string;
  readonly mode: number;
  readonly entry: Entry;
  readonly dataStart: number;
};

async function readMembers(bytes: Buffer, { source, limit }: ZipOptions): Promise<readonly Member[]> {
  try {
    const members: Member[] = [];
    let size = 0;
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
    if (zip.entryCount > packagingLimits.archiveEntries)
      throw invalidArchive(source, `it has more than ${packagingLimits.archiveEntries} entries`);
    for await (const entry of zip.eachEntry()) {
      const path = entryPath(entry);
      size += entry.uncompressedSize;
      if (size > limit) throw invalidArchive(source, `it unpacks to more than ${limit} bytes`);
      const header = await zip.readLocalFileHeaderPromise(entry);
      const fault = entryFault(entry, header);
      if (fault !== undefined) throw invalidArchive(source, `${quotePath(path)} ${fault}`);
      members.push({
        path,
        mode: entry.externalFileAttributes >>> 16,
        entry,
        dataStart: header.fileDataStart,
      });
    }
    return members;
  } catch (error) {
    // The library has no errors of its own: everything it throws is about the archive.
    if (error instanceof Error && error.name === "Error")
      throw invalidArchive(source, `it is damaged (${error.message.slice(0, 200)})`, error);
    throw error;
  }
}

/** Programs on macOS write UTF-8 without saying so. */
function entryPath({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const text = (generalPurposeBitFlag & flags.utf8) === 0 ? decodeUtf8(fileNameRaw) : undefined;
  return text?.replaceAll("\\", "/") ?? fileName;
}

const flags = { encrypted: 1, sizesFollow: 8, utf8: 0x800 } as const;
const methods = { stored: 0, deflated: 8 } as const;

/** Programs differ in which of the two headers they believe, so that a file may look different to a scanner and an installer. */
function entryFault(entry: Entry, header: LocalFileHeader): string | undefined {
  if (((entry.generalPurposeBitFlag | header.generalPurposeBitFlag) & flags.encrypted) !== 0)
    return "is encrypted";
  if (entry.compressionMethod !== methods.stored && entry.compressionMethod !== methods.deflated)
    return "is compressed in a way that is not supported";
  if (entry.uncompressedSize > packagingLimits.fileBytes)
    return `has more than ${packagingLimits.fileBytes} bytes`;
  const isSame =
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod &&
    (header.generalPurposeBitFlag & flags.utf8) === (entry.generalPurposeBitFlag & flags.utf8) &&
    hasSameSizes(entry, header);
  return isSame ? undefined : "is described in two ways that differ";
}

function hasSameSizes(entry: Entry, header: LocalFileHeader): boolean {
  // The local header may leave them to a record behind the content, or to an extra field.
  if ((header.generalPurposeBitFlag & flags.sizesFollow) !== 0 && header.uncompressedSize === 0) return true;
  const isSame = (local: number, central: number): boolean => local === central || local === 0xffffffff;
  return (
    header.crc32 === entry.crc32 &&
    isSame(header.compressedSize, entry.compressedSize) &&
    isSame(header.uncompressedSize, entry.uncompressedSize)
  );
}

/** Files that share their compressed bytes make a small archive unpack to any size. */
function refuseOverlap(members: readonly Member[], source: string): void {
  const sorted = members.toSorted(
    (a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { path, entry, dataStart } of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw invalidArchive(source, `${quotePath(path)} shares its content with another file`);
    end = dataStart + entry.compressedSize;
  }
}

function inflate({ path, entry, dataStart }: Member, bytes: Buffer, source: string): Buffer {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  const raw = bytes.subarray(dataStart, dataStart + compressedSize);
  const content = compressionMethod === methods.stored ? raw : inflateAtMost(raw, uncompressedSize);
  if (content === "larger")
    throw invalidArchive(
      source,
      `${quotePath(path)} unpacks to more than the ${uncompressedSize} bytes it claims`,
    );
  if (content?.length !== uncompressedSize || crc32(content) !== entry.crc32)
    throw invalidArchive(source, `${quotePath(path)} is damaged, or not of the size that is claimed`);
  return content;
}

/** Stops as soon as the content is larger; undefined if it is damaged. */
function inflateAtMost(raw: Buffer, size: number): Buffer | "larger" | undefined {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if (error instanceof RangeError) return "larger";
    // zlib's errors have a code.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function linkTarget(content: Buffer, path: string, source: string): string {
  const target = content.length <= packagingLimits.pathCharacters ? decodeUtf8(content) : undefined;
  if (target === undefined) throw invalidArchive(source, `the link ${quotePath(path)} has no usable target`);
  return target;
}
