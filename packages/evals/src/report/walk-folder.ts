import { SkillError } from "@skillwright/core";
import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import { reportLimits } from "./limits.ts";

export type WalkedFolder = {
  /** Sizes of the regular files by path, sorted. */
  readonly files: ReadonlyMap<string, number>;
  /** The limit was reached. */
  readonly isCut: boolean;
};

/** Lists the files below a folder. Never follows links: a run may have created one that leads anywhere. */
export function walkFolder(
  fs: FileSystem,
  folder: string,
  skips: (name: string) => boolean = () => false,
): WalkedFolder {
  const found: [path: string, bytes: number][] = [];
  const pending = [""];
  let seen = 0;
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    for (const { name, kind } of listOrNothing(fs, `${folder}/${inside}`)) {
      if (inside === "" && kind === "directory" && skips(name)) continue;
      seen += 1;
      if (seen > reportLimits.reportEntries) return { files: new Map(found.sort(byPath)), isCut: true };
      const path = `${inside}${name}`;
      if (kind === "directory" && path.split("/").length < reportLimits.reportDepth) pending.push(`${path}/`);
      if (kind === "file") found.push([path, sizeOf(fs, `${folder}/${path}`)]);
    }
  }
  return { files: new Map(found.sort(byPath)), isCut: false };
}

function listOrNothing(fs: FileSystem, path: string): readonly DirectoryEntry[] {
  try {
    return fs.list(path);
  } catch (error) {
    if (error instanceof SkillError) return [];
    throw error;
  }
}

function sizeOf(fs: FileSystem, path: string): number {
  try {
    return fs.stat(path)?.size ?? 0;
  } catch (error) {
    if (error instanceof SkillError) return 0;
    throw error;
  }
}

function byPath([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}
