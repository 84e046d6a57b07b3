import { SkillError } from "@skillwright/core";
import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import { runtimeLimits } from "../limits.ts";

/** A file a run left, by its path in the output folder. */
export type LeftFile = { readonly path: string; readonly bytes: number; readonly changedMs: number };

export type OutputListing = {
  readonly files: readonly LeftFile[];
  /** Number of links, pipes and unreadable folders, which are not safe to follow. */
  readonly others: number;
  readonly isEmpty: boolean;
};

/** The files in an output folder, sorted; links are counted, never followed. */
export function listOutput(folder: string, fs: FileSystem): OutputListing {
  const files: LeftFile[] = [];
  const pending = [""];
  let others = 0;
  let seen = 0;
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    const entries = listOrNothing(`${folder}/${inside}`, fs);
    if (entries === undefined) others += 1;
    for (const { name, kind } of entries ?? []) {
      seen += 1;
      // An endless folder, or one another program still fills: return what we have so far.
      if (seen > runtimeLimits.workspaceEntries) return { files, others, isEmpty: false };
      const path = `${inside}${name}`;
      const file = kind === "file" ? describe(path, fs, folder) : undefined;
      if (kind === "directory" && depthOf(path) < runtimeLimits.workspaceDepth) pending.push(`${path}/`);
      else if (file !== undefined) files.push(file);
      else others += 1;
    }
  }
  return { files: files.sort(byPath), others, isEmpty: seen === 0 };
}

function listOrNothing(path: string, fs: FileSystem): readonly DirectoryEntry[] | undefined {
  try {
    return fs.list(path);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

function depthOf(path: string): number {
  return path.split("/").length;
}

/** Undefined for a file we cannot stat, such as one with an overlong path. */
function describe(path: string, fs: FileSystem, folder: string): LeftFile | undefined {
  try {
    const { size = 0, changedMs = 0 } = fs.stat(`${folder}/${path}`) ?? {};
    return { path, bytes: size, changedMs };
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

function byPath(one: LeftFile, other: LeftFile): number {
  return one.path < other.path ? -1 : 1;
}
