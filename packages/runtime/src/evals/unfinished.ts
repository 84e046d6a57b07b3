import { cp, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toFileError } from "@skillwright/core/node";
import type { Clock } from "../clock.ts";
import { removeFolder } from "../testing/remove-folder.ts";

/** Where runs are put together before they are moved into their place, so that what is there is always whole. */
export type Unfinished = {
  /** Makes a folder with what `fill` puts into it; it is in its place only when that was done, and answered with true. */
  make(place: string, fill: (folder: string) => Promise<boolean>): Promise<void>;
  /** A copy of a finished folder, with what `change` does to it. */
  copy(from: string, place: string, change: (folder: string) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
};

/** Removes what a process left that was killed; only who holds the workspace may do that. */
export async function openUnfinished(workspace: string, clock: Clock): Promise<Unfinished> {
  const root = join(workspace, ".unfinished");
  await removeFolder(root);
  const make: Unfinished["make"] = async (place, fill) => {
    const folder = join(root, clock.createId());
    try {
      await mkdir(folder, { recursive: true });
      if (!(await fill(folder))) return;
      await mkdir(dirname(place), { recursive: true });
      // What is there is not whole, or nobody would make it anew.
      await removeFolder(place);
      await rename(folder, place);
    } catch (error) {
      throw toFileError(place, error);
    } finally {
      await removeFolder(folder);
    }
  };
  return {
    make,
    copy: (from, place, change) =>
      make(place, async (folder) => {
        await cp(from, folder, { recursive: true });
        await change(folder);
        return true;
      }),
    remove: () => removeFolder(root),
  };
}
