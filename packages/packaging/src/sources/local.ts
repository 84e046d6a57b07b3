import { SkillError } from "@skillwright/core";
import { type FileSystem, skippedFolders } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import { compact } from "@skillwright/core/text";
import { readArchive } from "../archives/read-archive.ts";
import { packagingLimits } from "../limits.ts";
import { digestTree } from "../tree/file-tree.ts";
import { bundledSignatures, bundleSuffix } from "./bundled-signatures.ts";
import { type ListedEntry, selectFiles } from "./select-files.ts";
import type { Fetched, LocalSpec, Source } from "./source.ts";

/** Folders and archives of this machine. A release is named by the digest of its content. */
export function createLocalSource(fs: FileSystem): Source<LocalSpec> {
  return {
    versions: async () => [],
    resolve: async (spec) => ({ resolved: digestTree((await readLocal(fs, spec)).tree) }),
    fetch: async (spec, release) => {
      const fetched = await readLocal(fs, spec);
      const actual = digestTree(fetched.tree);
      if (actual === release.resolved) return fetched;
      const { path: source } = spec;
      throw new SkillError("integrity-mismatch", {
        source,
        what: "digest",
        actual,
        expected: release.resolved,
      });
    },
  };
}

async function readLocal(fs: FileSystem, { path: source }: LocalSpec): Promise<Fetched> {
  const path = fs.realPath(source);
  const found = path === undefined ? undefined : fs.stat(path);
  if (path === undefined || found === undefined)
    throw new SkillError("source-unavailable", { source, reason: "there is no such file or folder" });
  if (found.kind === "directory") return readFolder(fs, path, source);
  const { bytes } = readWhole(fs, path, source);
  const tree = await readArchive(bytes, { source });
  const signature = readSignature(fs, `${path}${bundleSuffix}`);
  return { tree, ...compact({ signature, signatures: bundledSignatures(tree) }) };
}

/** One that is too long is not left out, which would hide that there is one: it is refused as a signature. */
function readSignature(fs: FileSystem, path: string): string | undefined {
  if (fs.stat(path)?.kind !== "file") return undefined;
  return new TextDecoder().decode(fs.read(path, packagingLimits.signatureCharacters + 1).bytes);
}

function readWhole(fs: FileSystem, path: string, source: string): ReturnType<FileSystem["read"]> {
  const content = fs.read(path, packagingLimits.fileBytes);
  if (content.size <= packagingLimits.fileBytes) return content;
  const reason = `${path} has more than ${packagingLimits.fileBytes} bytes`;
  throw new SkillError("package-invalid", { source, reason });
}

function readFolder(fs: FileSystem, root: string, source: string): Promise<Fetched> {
  const isRepository = fs.list(root).some(({ name }) => name === ".git");
  return selectFiles(listFolder(fs, root, source), {
    isRepository,
    source,
    read: async (paths) => {
      let room: number = packagingLimits.treeBytes;
      return new Map(
        paths.map((path) => {
          const { bytes } = readWhole(fs, `${root}/${path}`, source);
          room -= bytes.length;
          if (room < 0) throw tooLarge(source, `${packagingLimits.treeBytes} bytes`);
          return [path, bytes];
        }),
      );
    },
  });
}

function tooLarge(source: string, what: string): SkillError {
  const reason = `it has more than ${what}; name a folder of it`;
  return new SkillError("package-invalid", { source, reason });
}

function listFolder(fs: FileSystem, root: string, source: string): readonly ListedEntry[] {
  const listed: ListedEntry[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of fs.list(`${root}/${folder}`)) {
      if (skippedFolders.has(name)) continue;
      const path = folder + name;
      if (listed.length >= packagingLimits.listedFiles)
        throw tooLarge(source, `${packagingLimits.listedFiles} files`);
      if (kind === "directory") folders.push(`${path}/`);
      else if (kind === "symlink") listed.push(readLink(fs, root, path));
      else if (kind === "file")
        listed.push({ path, executable: fs.stat(`${root}/${path}`)?.executable ?? false });
      else listed.push({ path, fault: "is neither a file nor a folder" });
    }
  }
  return listed;
}

function readLink(fs: FileSystem, root: string, path: string): ListedEntry {
  const target = fs.realPath(`${root}/${path}`);
  if (target === undefined || !isInside(root, target))
    return { path, fault: "is a link that leads out of it" };
  return { path, linksTo: target === root ? "." : target.slice(root.length + 1) };
}
