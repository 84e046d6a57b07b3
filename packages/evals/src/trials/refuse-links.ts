import { dirname, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";

/** Where the results of a skill's evals are. */
export type Workspace = { readonly fs: FileSystem; readonly workspace: string };

/**
 * Fails when a workspace, or anything on the way from it to a place in it, is a link. A workspace may come with a repository: it must
 * not lead what is read, written, moved or removed there to somewhere else.
 */
export function refuseLinks({ fs, workspace }: Workspace, place: string): void {
  const above = dirname(resolve(workspace));
  const names = resolve(place).slice(above.length).split("/").filter(Boolean);
  const root = fs.realPath(above);
  if (root !== undefined && fs.realPath(place) === join(root, names)) return;
  for (const [index, name] of names.entries()) {
    const folder = join(above, names.slice(0, index));
    // What is not there yet leads nowhere.
    if (fs.stat(folder)?.kind !== "directory") return;
    if (fs.list(folder).some((entry) => entry.name === name && entry.kind === "symlink"))
      throw new SkillError("file-is-link", { path: `${folder}/${name}` });
  }
}

function join(folder: string, names: readonly string[]): string {
  return [folder === "/" ? "" : folder, ...names].join("/");
}
