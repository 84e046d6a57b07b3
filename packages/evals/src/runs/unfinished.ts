import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toFileError } from "@skillwright/core/node";
import type { Clock } from "@skillwright/runtime";
import { removeFolder } from "../testing/remove-folder.ts";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";
import { copyRun } from "./copy-run.ts";

/** Where runs are put together before they are moved into their place, so that what is there is always whole. */
export type Unfinished = {
  /** Makes a folder with what `fill` puts into it; it is in its place only when that was done, and answered with true. */
  make(target: string, fill: (folder: string) => Promise<boolean>): Promise<void>;
  /** A copy of a finished run, with what `change` does to it. */
  copy(from: string, target: string, change: (folder: string) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
};

/** Removes what a process left that was killed; only who holds the workspace may do that. */
export async function openUnfinished(place: Workspace, clock: Clock): Promise<Unfinished> {
  const { fs, workspace } = place;
  const root = join(workspace, ".unfinished");
  refuseLinks(place, root);
  await removeFolder(root);
  const make: Unfinished["make"] = async (target, fill) => {
    const folder = join(root, clock.createId());
    try {
      await mkdir(folder, { recursive: true });
      if (!(await fill(folder))) return;
      refuseLinks(place, dirname(target));
      await mkdir(dirname(target), { recursive: true });
      // What is there is not whole, or nobody would make it anew.
      await removeFolder(target);
      await rename(folder, target);
    } catch (error) {
      throw toFileError(target, error);
    } finally {
      await removeFolder(folder);
    }
  };
  return {
    make,
    copy: (from, target, change) =>
      make(target, async (folder) => {
        copyRun(fs, { from, to: folder });
        await change(folder);
        return true;
      }),
    remove: () => removeFolder(root),
  };
}
