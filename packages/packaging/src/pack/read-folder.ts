import { SkillError } from "@skillwright/core";
import {
  type FileSystem,
  type IgnoreLayer,
  isIgnoredItself,
  readIgnoreLayers,
} from "@skillwright/core/discover";
import { packagingLimits } from "../limits.ts";
import { createTree, type FileTree, type TreeEntry, type TreeFile } from "../tree/file-tree.ts";

export type ReadFolder = {
  readonly tree: FileTree;
  /** Files and folders that are not packed: ignored by a `.gitignore` or `.skillignore`, or never part of a package. */
  readonly leftOut: readonly string[];
};

/**
 * The files of a folder that go into a package. Only the folder's own ignore files count, so that a copy of the folder elsewhere gives
 * the same package. Links that lead out of it, pipes and devices are refused.
 */
export function readFolder(fs: FileSystem, directory: string): ReadFolder {
  const root = fs.realPath(directory);
  if (root === undefined || fs.stat(root)?.kind !== "directory")
    throw new SkillError("file-missing", { path: directory });
  const entries: TreeEntry[] = [];
  const leftOut: string[] = [];
  const pending: Folder[] = [{ path: "", layers: [] }];
  let seen = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const place = folder.path === "" ? root : `${root}/${folder.path}`;
    const listed = fs.list(place);
    seen += listed.length;
    if (seen > packagingLimits.treeFiles) throw tooLarge(directory, "files", packagingLimits.treeFiles);
    const layers = [...folder.layers, ...readIgnoreLayers(fs, place, listed)];
    for (const { name, kind } of listed) {
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      if (isNeverPacked(path, name) || isIgnoredItself(layers, `${root}/${path}`, kind)) leftOut.push(path);
      else if (kind === "directory") pending.push({ path, layers });
      else if (kind === "file") entries.push(readFile(fs, root, path));
      else if (kind === "symlink") entries.push({ path, linksTo: finalTarget(fs, root, path) });
      else throw invalid(path, "it is neither a file nor a folder");
    }
  }
  return { tree: createTree(entries, directory), leftOut: leftOut.sort() };
}

type Folder = { readonly path: string; readonly layers: readonly IgnoreLayer[] };

/** Version control, installed packages, caches, results of evals, and files that hold passwords. */
function isNeverPacked(path: string, name: string): boolean {
  return neverPacked.has(name) || path === "evals/reports" || isPasswordFile(name);
}

const neverPacked: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "__pycache__",
  ".agent-packages",
  "package.agent.lock",
  "skillwright.lock",
  ".DS_Store",
  "Thumbs.db",
]);

/** `.env` and `.env.local`, but not `.env.example`. */
function isPasswordFile(name: string): boolean {
  return /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template|dist)$/.test(name);
}

function readFile(fs: FileSystem, root: string, path: string): TreeFile {
  const { bytes, size, executable } = fs.read(`${root}/${path}`, packagingLimits.fileBytes, {
    isResolved: true,
  });
  if (size > packagingLimits.fileBytes) throw tooLarge(path, "bytes", packagingLimits.fileBytes);
  return { path, bytes, executable };
}

/** The final target of a link, relative to the folder. */
function finalTarget(fs: FileSystem, root: string, path: string): string {
  const target = fs.realPath(`${root}/${path}`);
  if (target === root) return ".";
  if (target?.startsWith(`${root}/`)) return target.slice(root.length + 1);
  throw invalid(
    path,
    "it is a link that leads out of the folder or nowhere; replace it with a copy of the file",
  );
}

function invalid(path: string, reason: string): SkillError {
  return new SkillError("skill-invalid", { path, reason });
}

function tooLarge(path: string, what: string, max: number): SkillError {
  return new SkillError("skill-too-large", { path, what, max });
}
