import { posix } from "node:path";
import { type FileSystem, SkillError } from "@skillwright/core";
import type { TreeEntry } from "../tree/file-tree.ts";
import type { Disk } from "./disk.ts";

type Node =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string };

export type MemoryDisk = {
  readonly fs: FileSystem;
  readonly disk: Disk;
  /** Every file and link with its content; links start with `-> `, executable files with `+x `. Folders are left out. */
  files(below?: string): Readonly<Record<string, string>>;
};

/** A disk in memory, with links. */
export function createMemoryDisk(options: { readonly hasLinks?: boolean } = {}): MemoryDisk {
  const nodes = new Map<string, Node>([["/", { kind: "directory" }]]);
  return {
    fs: createReader(nodes),
    disk: createWriter(nodes, options.hasLinks ?? true),
    files: (below = "/") => show(nodes, below),
  };
}

type Nodes = Map<string, Node>;

function createReader(nodes: Nodes): FileSystem {
  const get = (path: string): Node | undefined => {
    const real = resolve(nodes, path);
    return real === undefined ? undefined : nodes.get(real);
  };
  return {
    stat: (path) => {
      const node = get(path);
      if (node === undefined) return undefined;
      const isFile = node.kind === "file";
      return {
        kind: node.kind,
        size: isFile ? node.bytes.length : 0,
        executable: !isFile || node.executable,
        modifiedMs: 0,
        changedMs: 0,
      };
    },
    list: (path) => {
      if (get(path)?.kind !== "directory") throw new SkillError("file-missing", { path });
      const start = `${resolve(nodes, path) ?? ""}/`.replace("//", "/");
      return [...nodes]
        .filter(([at]) => at !== "/" && at.startsWith(start) && !at.slice(start.length).includes("/"))
        .map(([at, { kind }]) => ({ name: at.slice(start.length), kind }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    read: (path, maxBytes) => {
      const node = nodes.get(place(nodes, path));
      if (node === undefined) throw new SkillError("file-missing", { path });
      if (node.kind === "symlink") throw new SkillError("file-is-link", { path });
      if (node.kind === "directory") throw new SkillError("file-not-regular", { path });
      const { bytes, executable } = node;
      return { bytes: bytes.slice(0, maxBytes), size: bytes.length, changedMs: 0, executable };
    },
    realPath: (path) => resolve(nodes, path),
    write: (path, bytes, { executable = false } = {}) => {
      const at = place(nodes, path);
      createFolder(nodes, posix.dirname(at));
      nodes.set(at, { kind: "file", bytes: bytes.slice(), executable });
    },
  };
}

function createWriter(nodes: Nodes, hasLinks: boolean): Disk {
  return {
    writeTree: (folder, { entries, folders = [] }) => {
      createFolder(nodes, place(nodes, folder));
      for (const path of folders) createFolder(nodes, place(nodes, `${folder}/${path}`));
      for (const entry of entries) {
        const at = place(nodes, `${folder}/${entry.path}`);
        createFolder(nodes, posix.dirname(at));
        if (nodes.has(at)) throw new SkillError("file-unreadable", { path: at, reason: "EEXIST" });
        nodes.set(at, toNode(entry));
      }
    },
    writeFile: (path, bytes) => {
      const at = place(nodes, path);
      createFolder(nodes, posix.dirname(at));
      if (nodes.get(at)?.kind === "directory") throw new SkillError("file-not-regular", { path });
      nodes.set(at, { kind: "file", bytes: bytes.slice(), executable: false });
    },
    rename: (from, to) => {
      const [source, target] = [place(nodes, from), place(nodes, to)];
      if (nodes.has(target)) throw new SkillError("file-exists", { path: to });
      if (!nodes.has(source) || nodes.get(posix.dirname(target))?.kind !== "directory")
        throw new SkillError("file-missing", { path: to });
      for (const [at, node] of [...nodes].filter(([at]) => at === source || at.startsWith(`${source}/`))) {
        nodes.delete(at);
        nodes.set(target + at.slice(source.length), node);
      }
    },
    remove: (path) => {
      const target = place(nodes, path);
      for (const at of [...nodes.keys()]) if (at === target || at.startsWith(`${target}/`)) nodes.delete(at);
    },
    link: (path, { from, to }) => {
      if (!hasLinks) return false;
      const at = place(nodes, path);
      createFolder(nodes, posix.dirname(at));
      if (nodes.has(at)) throw new SkillError("file-unreadable", { path, reason: "EEXIST" });
      nodes.set(at, { kind: "symlink", target: posix.relative(posix.dirname(from), to) });
      return true;
    },
  };
}

function toNode(entry: TreeEntry): Node {
  if ("bytes" in entry) return { kind: "file", bytes: entry.bytes.slice(), executable: entry.executable };
  return { kind: "symlink", target: posix.relative(posix.dirname(entry.path), entry.linksTo) || "." };
}

function createFolder(nodes: Nodes, path: string): void {
  const node = nodes.get(path);
  if (node?.kind === "directory") return;
  if (node !== undefined) throw new SkillError("file-unreadable", { path, reason: "EEXIST" });
  createFolder(nodes, posix.dirname(path));
  nodes.set(path, { kind: "directory" });
}

/** A path with all links but one at its end resolved, as far as its folders exist. */
function place(nodes: Nodes, path: string): string {
  const folder = posix.dirname(posix.normalize(path));
  const real = folder === path ? folder : (resolve(nodes, folder) ?? place(nodes, folder));
  return posix.join(real, posix.basename(path));
}

function resolve(nodes: Nodes, path: string, depth = 0): string | undefined {
  let real = "/";
  const parts = posix
    .normalize(path)
    .split("/")
    .filter((part) => part !== "");
  for (const [index, part] of parts.entries()) {
    const at = posix.join(real, part);
    const node = nodes.get(at);
    if (node === undefined || depth > 20) return undefined;
    if (node.kind === "symlink")
      return resolve(nodes, posix.resolve(real, node.target, ...parts.slice(index + 1)), depth + 1);
    if (node.kind === "file" && index < parts.length - 1) return undefined;
    real = at;
  }
  return real;
}

function show(nodes: Nodes, below: string): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [path, node] of [...nodes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!path.startsWith(below) || node.kind === "directory") continue;
    const text = node.kind === "file" ? Buffer.from(node.bytes).toString("latin1") : "";
    shown[path] = node.kind === "symlink" ? `-> ${node.target}` : `${node.executable ? "+x " : ""}${text}`;
  }
  return shown;
}
