import { baseName } from "../../path/path.ts";

/** Finds files by how texts name them. */
export type FileIndex = {
  /** There is nothing that a text could name. */
  readonly isEmpty: boolean;
  /** Files that a path as written means, seen from a folder of the skill: exact, from the root, or by its last parts. */
  readonly find: (written: string, folder: string) => readonly string[];
  /** Files of a folder that a path as written means. */
  readonly findFolder: (written: string, folder: string) => readonly string[];
  /** Files with spaces, quotes and the like in their names, which end a path in most texts. */
  readonly unusual: readonly string[];
};

const mostUnusual = 50;

/** A base name that so many files have says nothing. */
const mostMeanings = 24;
/** Parts of a written path that are tried. */
const mostParts = 12;

/** `exists` is asked for paths that are not among the known ones. */
export function createFileIndex(paths: readonly string[], exists?: (path: string) => boolean): FileIndex {
  const all = new Set(paths);
  const bySuffix = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const parts = path.split("/");
    for (let from = Math.max(0, parts.length - mostParts); from < parts.length; from++)
      add(bySuffix, parts.slice(from).join("/").toLowerCase(), path);
    for (let to = 1; to < parts.length; to++) add(byFolder, parts.slice(0, to).join("/").toLowerCase(), path);
  }
  const names = new Set(paths.map((path) => baseName(path).toLowerCase()));
  const folderNames = new Set([...byFolder.keys()].map(baseName));
  const find = (written: string, folder: string): readonly string[] => {
    if (exists === undefined && !endsIn(names, written)) return [];
    const near = foldPath(folder, written);
    if (all.has(near)) return [near];
    const plain = folder === "" ? near : foldPath("", written);
    if (all.has(plain)) return [plain];
    for (const path of near === plain ? [plain] : [near, plain])
      if (path.includes("/") && exists?.(path)) return [path];
    let rest = plain.toLowerCase();
    for (let part = 0; part < mostParts; part++) {
      const slash = rest.indexOf("/");
      // A single word without a dot may be any word.
      if (slash === -1 && !rest.includes(".") && !written.includes("/")) return [];
      const found = bySuffix.get(rest);
      if (found !== undefined) return found.length > mostMeanings ? [] : found;
      if (slash === -1) return [];
      rest = rest.slice(slash + 1);
    }
    return [];
  };
  const findFolder = (written: string, folder: string): readonly string[] => {
    if (!endsIn(folderNames, written)) return [];
    for (const path of [foldPath(folder, written), foldPath("", written)]) {
      const found = byFolder.get(path.toLowerCase());
      if (path !== "" && found !== undefined) return found;
    }
    return [];
  };
  const unusual = paths
    .filter((path) => /[\s"'`()<>[\]{}|;,*=!&^]/.test(baseName(path)))
    .slice(0, mostUnusual);
  return { isEmpty: paths.length === 0 && exists === undefined, find, findFolder, unusual };
}

/** Whether the last part of a written path may be one of these names; it may if the part is no name. */
function endsIn(names: ReadonlySet<string>, written: string): boolean {
  const last = baseName(written);
  return last === "" || last === "." || last === ".." || names.has(last.toLowerCase());
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [path]);
  else known.push(path);
}

/** A path without `.` and `..`; what leaves the skill starts at its root again. */
function foldPath(folder: string, written: string): string {
  if (folder === "" && isFolded(written)) return written;
  const parts: string[] = [];
  for (const part of `${folder}/${written}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Most written paths are plain, and there are many. */
function isFolded(path: string): boolean {
  return (
    !path.startsWith(".") &&
    !path.startsWith("/") &&
    !path.includes("//") &&
    !path.includes("/.") &&
    !path.endsWith("/")
  );
}

/** The folder of a file; empty for the skill's root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.length - baseName(path).length - 1));
}
