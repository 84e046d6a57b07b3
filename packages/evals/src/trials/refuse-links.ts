import { dirname, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";

/** The folder with the results of a skill's evals. */
export type Workspace = { readonly fs: FileSystem; readonly workspace: string };

/**
 * Throws when the workspace, or anything on the path from it to a place in it, is a link. A workspace may
 * come with a repository and must not redirect reads, writes or deletions.
 */
export function refuseLinks({ fs, workspace }: Workspace, place: string): void {
  const above = dirname(resolve(workspace));
  const names = resolve(place).slice(above.length).split("/").filter(Boolean);
  const root = fs.realPath(above);
  if (root !== undefined && fs.realPath(place) === join(root, names)) return;
  for (const [index, name] of names.entries()) {
    const folder = join(above, names.slice(0, index));
    // A path that does not exist yet leads nowhere.
    if (fs.stat(folder)?.kind !== "directory") return;
    if (fs.list(folder).some((entry) => entry.name === name && entry.kind === "symlink"))
      throw new SkillError("file-is-link", { path: `${folder}/${name}` });
  }
}

function join(folder: string, names: readonly string[]): string {
  return [folder === "/" ? "" : folder, ...names].join("/");
}
