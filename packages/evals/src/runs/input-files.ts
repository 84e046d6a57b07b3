import { limits, SkillError } from "@skillwright/core";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";

/** A file of a skill with links resolved, and the hash of its content. */
export type FoundFile = { readonly from: string; readonly hash: string };

/**
 * Finds files by their paths inside a skill; undefined for anything that is not a file, leads out of the skill, or is
 * too large.
 */
export function createFileFinder(fs: FileSystem, directory: string): (path: string) => FoundFile | undefined {
  const known = new Map<string, FoundFile | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, findFile(fs, directory, path));
    return known.get(path);
  };
}

function findFile(fs: FileSystem, directory: string, path: string): FoundFile | undefined {
  try {
    const from = resolveInside(fs, directory, `${directory}/${path}`);
    if (from === undefined || fs.stat(from)?.kind !== "file") return undefined;
    const { bytes, size } = fs.read(from, limits.digestBytes, { isResolved: true });
    return bytes.length === size ? { from, hash: nodeSha256(bytes) } : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

/**
 * Where input files go in the agent's folder: by name alone, since prompts say `sales.csv` rather than
 * `evals/files/sales.csv`; by path when the prompt uses the path or two files share a name.
 */
export function toInputPaths(paths: readonly string[], prompt: string): readonly string[] {
  const names = Map.groupBy(new Set(paths), nameOf);
  return paths.map((path) => {
    const isOnly = names.get(nameOf(path))?.length === 1;
    return isOnly && !prompt.includes(path) ? nameOf(path) : path;
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
