import { Header, Parser, type ReadEntry } from "tar";
import { packagingLimits } from "../limits.ts";
import { quotePath, type TreeEntry, type TreeFile } from "../tree/file-tree.ts";
import { checkFolder, invalidArchive } from "./invalid-archive.ts";
import { resolveLinks, type UnresolvedLink } from "./resolve-links.ts";

/** Whether bytes start with the header of a tar archive. */
export function isTar(bytes: Buffer): boolean {
  if (bytes.length < 512) return false;
  return attemptHeader(bytes.subarray(0, 512))?.cksumValid ?? false;
}

function attemptHeader(block: Buffer): Header | undefined {
  try {
    return new Header(block);
  } catch (error) {
    // The parser has no errors of its own: numbers that do not fit and the like.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The files and links of a tar archive; folders are implied by them. Views of `bytes`, not copies. */
export function readTar(bytes: Buffer, source: string): readonly TreeEntry[] {
  const reader = createReader(source);
  const parser = new Parser({ maxMetaEntrySize: packagingLimits.tarHeaderBytes });
  let isWhole = false;
  parser.on("eof", () => {
    isWhole = true;
  });
  parser.on("warn", (_code: string, message: string) => {
    throw invalidArchive(source, `it is damaged (${message})`);
  });
  parser.on("ignoredEntry", (entry: ReadEntry) => {
    throw invalidArchive(source, `${quotePath(entry.path)} is of a kind that skills do not have`);
  });
  parser.on("entry", reader.add);
  parser.end(bytes);
  if (!isWhole) throw invalidArchive(source, "it ends too early");
  return reader.entries();
}

type TarReader = {
  readonly add: (entry: ReadEntry) => void;
  readonly entries: () => readonly TreeEntry[];
};

function createReader(source: string): TarReader {
  const files: TreeFile[] = [];
  const byPath = new Map<string, TreeFile>();
  const links: UnresolvedLink[] = [];
  let count = 0;
  const addFile = (file: TreeFile): void => {
    files.push(file);
    byPath.set(file.path, file);
  };
  /** A hard link is another name of an earlier file. */
  const addCopy = (path: string, target: string): void => {
    const original = byPath.get(plainPath(target));
    if (original === undefined)
      throw invalidArchive(
        source,
        `the link ${quotePath(path)} leads to ${quotePath(target)}, which is not an earlier file`,
      );
    addFile({ ...original, path });
  };
  const add = (entry: ReadEntry): void => {
    if (++count > packagingLimits.archiveEntries)
      throw invalidArchive(source, `it has more than ${packagingLimits.archiveEntries} entries`);
    const path = plainPath(entry.path);
    const { size } = entry.header;
    if (size === undefined) throw invalidArchive(source, `${quotePath(path)} has no valid size`);
    if (!(size >= 0 && size <= packagingLimits.fileBytes))
      throw invalidArchive(source, `${quotePath(path)} has more than ${packagingLimits.fileBytes} bytes`);
    if (!fileTypes.has(entry.type) && size > 0)
      throw invalidArchive(source, `${quotePath(path)} has content, but is not a file`);
    if (fileTypes.has(entry.type)) readContent(entry, (content) => addFile({ ...content, path }));
    else if (entry.type === "Link") addCopy(path, entry.linkpath ?? "");
    else if (entry.type === "SymbolicLink") links.push({ path, target: entry.linkpath ?? "" });
    else if (entry.type === "Directory") checkFolder(path, source);
    else throw invalidArchive(source, `${quotePath(path)} is a device or pipe`);
    entry.resume();
  };
  return { add, entries: () => [...files, ...resolveLinks(links, source)] };
}

const fileTypes: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile"]);

function readContent(entry: ReadEntry, done: (content: Omit<TreeFile, "path">) => void): void {
  const chunks: Buffer[] = [];
  const executable = ((entry.mode ?? 0) & 0o111) !== 0;
  entry.on("data", (chunk: Buffer) => chunks.push(chunk));
  entry.on("end", () => {
    const [first, ...more] = chunks;
    done({ bytes: first !== undefined && more.length === 0 ? first : Buffer.concat(chunks), executable });
  });
}

/** Without the `./` that `tar .` writes before each path. */
function plainPath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "");
}
