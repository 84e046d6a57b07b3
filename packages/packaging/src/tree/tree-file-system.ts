import { SkillError } from "@skillwright/core";
import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import type { FileTree, TreeEntry } from "./file-tree.ts";

/** A tree as a read-only file system below `root`, so that core reads its skills as it reads those on a disk. */
export function createTreeFileSystem({ entries }: FileTree, root = "/"): FileSystem {
  const prefix = root === "/" ? "/" : `${root}/`;
  const places = indexPlaces(entries);
  /** Follows links; undefined for what is not there. */
  const follow = (path: string): string | undefined => {
    if (path !== root && !path.startsWith(prefix)) return undefined;
    let place = "";
    for (const part of path.slice(prefix.length).split("/")) {
      if (part === "" || part === ".") continue;
      if (part === "..") place = parentOf(place);
      else {
        place = place === "" ? part : `${place}/${part}`;
        const found = places.get(place);
        if (found === undefined) return undefined;
        if ("linksTo" in found) place = found.linksTo === "." ? "" : found.linksTo;
      }
    }
    return place;
  };
  const find = (path: string): Place | undefined => {
    const place = follow(path);
    return place === undefined ? undefined : places.get(place);
  };
  return {
    stat: (path) => statOf(find(path)),
    list: (path) => {
      const found = find(path);
      if (found === undefined || !("names" in found)) throw new SkillError("file-missing", { path });
      return found.names.map((name) => ({ name, kind: kindOf(places.get(joined(found.path, name))) }));
    },
    read: (path, maxBytes) => {
      const found = find(path);
      if (found === undefined) throw new SkillError("file-missing", { path });
      if (isLink(places, follow(parentOf(path) || "/"), path)) throw new SkillError("file-is-link", { path });
      if (!("bytes" in found)) throw new SkillError("file-not-regular", { path });
      const { bytes, executable } = found;
      return { bytes: bytes.slice(0, maxBytes), size: bytes.length, changedMs: 0, executable };
    },
    realPath: (path) => {
      const place = follow(path);
      if (place === undefined) return undefined;
      return place === "" ? root : prefix + place;
    },
    write: (path) => {
      throw new SkillError("file-forbidden", { path });
    },
  };
}

type Folder = { readonly path: string; readonly names: string[] };
type Place = TreeEntry | Folder;

/** Every file, link and folder by its path; the empty path is the tree itself. */
function indexPlaces(entries: readonly TreeEntry[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const folderOf = (path: string): Folder => {
    const known = places.get(path);
    if (known && "names" in known) return known;
    const folder: Folder = { path, names: [] };
    places.set(path, folder);
    if (path !== "") folderOf(parentOf(path)).names.push(path.slice(path.lastIndexOf("/") + 1));
    return folder;
  };
  folderOf("");
  for (const entry of entries) {
    places.set(entry.path, entry);
    folderOf(parentOf(entry.path)).names.push(entry.path.slice(entry.path.lastIndexOf("/") + 1));
  }
  for (const place of places.values()) if ("names" in place) place.names.sort();
  return places;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function isLink(places: ReadonlyMap<string, Place>, folder: string | undefined, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const place = folder === undefined ? undefined : places.get(joined(folder, name));
  return place !== undefined && "linksTo" in place;
}

function kindOf(place: Place | undefined): DirectoryEntry["kind"] {
  if (place === undefined) return "other";
  if ("linksTo" in place) return "symlink";
  return "names" in place ? "directory" : "file";
}

function statOf(place: Place | undefined): ReturnType<FileSystem["stat"]> {
  if (place === undefined || "linksTo" in place) return undefined;
  const times = { modifiedMs: 0, changedMs: 0 };
  if ("names" in place) return { kind: "directory", size: 0, executable: true, ...times };
  return { kind: "file", size: place.bytes.length, executable: place.executable, ...times };
}
