import { SkillError } from "@skillwright/core";
import { createSkillFiles, type FileSystem } from "@skillwright/core/discover";
import { relativePath } from "@skillwright/core/path";
import { packagingLimits } from "../limits.ts";
import { createTree, type FileTree, type TreeEntry } from "../tree/file-tree.ts";

/** The files of a skill's folder, without `.git`, `node_modules` and skills inside it. Links that lead out are refused. */
export function readSkillFolder(fs: FileSystem, directory: string): FileTree {
  const files = createSkillFiles(fs, directory).all();
  return createTree(
    files.map(({ path }) => readEntry(fs, directory, path)),
    directory,
  );
}

function readEntry(fs: FileSystem, directory: string, path: string): TreeEntry {
  const fail = (reason: string): SkillError =>
    new SkillError("package-invalid", { source: directory, reason });
  const root = fs.realPath(directory) ?? directory;
  const real = fs.realPath(`${directory}/${path}`);
  const target = real === undefined ? undefined : relativePath(root, real);
  if (real === undefined || target === undefined)
    throw fail(`the link ${JSON.stringify(path)} leads out of it`);
  if (target !== path) return { path, linksTo: target };
  const { bytes, size, executable } = fs.read(real, packagingLimits.fileBytes);
  if (size > packagingLimits.fileBytes)
    throw fail(`${JSON.stringify(path)} has more than ${packagingLimits.fileBytes} bytes`);
  return { path, bytes, executable };
}
