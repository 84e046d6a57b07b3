import { gunzipSync } from "node:zlib";
import { packagingLimits } from "../limits.ts";
import { createTree, type FileTree, subtree } from "../tree/file-tree.ts";
import { invalidArchive } from "./invalid-archive.ts";
import { isTar, readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

export type ArchiveOptions = {
  /** Where it came from, for messages. */
  readonly source: string;
  /** Leave out the one folder around everything: `package/` of npm, `repository-commit/` of GitHub. */
  readonly stripsFolder?: boolean;
};

/**
 * The files of a `.tar.gz`, `.tar`, `.zip` or `.skill`, recognized by its first bytes. Nothing is written, and an archive that is
 * damaged, larger than it claims or has entries that are not files, folders or links inside it is refused.
 */
export async function readArchive(
  bytes: Uint8Array,
  { source, stripsFolder = false }: ArchiveOptions,
): Promise<FileTree> {
  if (bytes.length > packagingLimits.archiveBytes)
    throw invalidArchive(source, `it has more than ${packagingLimits.archiveBytes} bytes`);
  const tree = createTree(await readEntries(toBuffer(bytes), source), source);
  return stripsFolder ? stripFolder(tree, source) : tree;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function readEntries(bytes: Buffer, source: string): Promise<FileTree["entries"]> {
  const limit = inflatedLimit(bytes.length);
  if (startsWith(bytes, gzipMagic)) {
    const tar = gunzip(bytes, limit, source);
    if (isTar(tar)) return readTar(tar, source);
    throw invalidArchive(source, "it is compressed, but contains no tar archive");
  }
  if (zipMagics.some((magic) => startsWith(bytes, magic))) return readZip(bytes, { limit, source });
  if (isTar(bytes)) return readTar(bytes, source);
  throw invalidArchive(source, "it is not a tar.gz, tar or zip archive");
}

const gzipMagic = [0x1f, 0x8b];
/** Of an archive with files, and of an empty one. */
const zipMagics = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** The most that an archive of a size may unpack to. */
function inflatedLimit(size: number): number {
  const most = Math.max(packagingLimits.inflationBytes, size * packagingLimits.inflationRatio);
  // A tar archive has up to a kilobyte for each entry beside the content.
  return Math.min(most, packagingLimits.treeBytes + packagingLimits.archiveEntries * 1024);
}

function gunzip(bytes: Buffer, maxOutputLength: number, source: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw invalidArchive(
      source,
      isTooLarge ? `it unpacks to more than ${maxOutputLength} bytes` : "it is damaged",
      error,
    );
  }
}

function stripFolder(tree: FileTree, source: string): FileTree {
  const [first] = tree.entries;
  const folder = first?.path.slice(0, Math.max(0, first.path.indexOf("/"))) ?? "";
  const isAround = tree.entries.every(({ path }) => path.startsWith(`${folder}/`));
  return folder !== "" && isAround ? subtree(tree, folder, source) : tree;
}
