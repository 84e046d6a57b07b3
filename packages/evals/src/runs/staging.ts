import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { toFileError } from "@skillwright/core/node";
import { type Clock, listOutput } from "@skillwright/runtime";
import { workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";
import { type Folders, saveFile, saveFiles } from "../trials/trial-files.ts";
import { runRecordFile, trialFile } from "./run-files.ts";

/** Runs are assembled here and then moved into place, so that a run in place is always complete. */
export type Staging = {
  /** Creates a folder, lets `fill` write into it, and moves it into place when `fill` returns true. */
  make(target: string, fill: (folder: string) => Promise<boolean>): Promise<void>;
  /** Copies a finished run and applies `change` before moving it into place. */
  copy(from: string, target: string, change: (folder: string) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
};

/** Removes what a killed process left behind; call it only while holding the workspace lock. */
export async function openStaging(place: Workspace, clock: Clock): Promise<Staging> {
  const { fs, workspace } = place;
  const root = join(workspace, ".unfinished");
  refuseLinks(place, root);
  await removeFolder(root);
  const make: Staging["make"] = async (target, fill) => {
    const folder = join(root, clock.createId());
    try {
      await mkdir(folder, { recursive: true });
      if (!(await fill(folder))) return;
      refuseLinks(place, dirname(target));
      await mkdir(dirname(target), { recursive: true });
      // An existing folder is incomplete; a complete one would have been reused.
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

/** Files that Skillwright writes for every run. */
const ownFiles: readonly string[] = [
  ...[trialFile, runRecordFile, workspaceFiles.grading, workspaceFiles.timing, "transcript.md"],
  ...[`${workspaceFiles.outputs}/answer.md`, `${workspaceFiles.outputs}/${workspaceFiles.metrics}`],
];

/** Copies a finished run within the limits for outputs, without links, pipes or devices. */
function copyRun(fs: FileSystem, { from, to }: Folders): void {
  const real = fs.realPath(from) ?? from;
  for (const file of ownFiles)
    saveFile(fs, { from: `${real}/${file}`, to: `${to}/${file}` }, evalsLimits.evalResultCharacters);
  const outputs = fs.list(real).find(({ name }) => name === workspaceFiles.outputs);
  if (outputs?.kind !== "directory") return;
  const made = listOutput(`${real}/${workspaceFiles.outputs}`, fs)
    .files.map(({ path }) => `${workspaceFiles.outputs}/${path}`)
    .filter((path) => !ownFiles.includes(path));
  saveFiles(fs, { from: real, to }, made);
}
