import type { TreeEntry } from "./file-tree.ts";

/** The same entries inside a folder. */
export function placeIn(entries: readonly TreeEntry[], folder: string): readonly TreeEntry[] {
  return entries.map((entry) => {
    const path = `${folder}/${entry.path}`;
    if (!("linksTo" in entry)) return { ...entry, path };
    return { path, linksTo: entry.linksTo === "." ? folder : `${folder}/${entry.linksTo}` };
  });
}
