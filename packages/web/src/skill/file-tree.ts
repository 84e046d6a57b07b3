import type { VersionFile } from "@skillwright/core/registry";

export type TreeFolder = {
  /** The last part of its path. */
  readonly name: string;
  readonly path: string;
  readonly folders: readonly TreeFolder[];
  readonly files: readonly VersionFile[];
};

type Growing = { name: string; path: string; folders: Map<string, Growing>; files: VersionFile[] };

/** Files by folder, in the order of their names, SKILL.md first. */
export function toTree(files: readonly VersionFile[]): TreeFolder {
  const root: Growing = { name: "", path: "", folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.path.split("/");
    let at = root;
    for (const name of parts.slice(0, -1)) {
      const path = at.path === "" ? name : `${at.path}/${name}`;
      const next = at.folders.get(name) ?? { name, path, folders: new Map(), files: [] };
      at.folders.set(name, next);
      at = next;
    }
    at.files.push(file);
  }
  return finish(root);
}

function finish({ name, path, folders, files }: Growing): TreeFolder {
  return {
    ...{ name, path },
    folders: [...folders.values()].map(finish).toSorted((a, b) => compare(a.name, b.name)),
    files: files.toSorted((a, b) => rank(a) - rank(b) || compare(a.path, b.path)),
  };
}

function rank({ path }: VersionFile): number {
  return path === "SKILL.md" ? 0 : 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
