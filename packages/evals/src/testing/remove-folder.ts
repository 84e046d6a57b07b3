import { chmod, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes a folder of ours that a program could write to, whatever it left there: folders that are closed even to their owner, or
 * that lie deeper than a path can say. What cannot be removed even so is left to the system.
 */
export async function removeFolder(root: string): Promise<void> {
  if (await tryAll(root, [removeAll])) return;
  await tryAll(root, [openFolders, removeAll]);
}

async function tryAll(root: string, steps: readonly ((root: string) => Promise<void>)[]): Promise<boolean> {
  try {
    for (const step of steps) await step(root);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

function removeAll(root: string): Promise<void> {
  return rm(root, { recursive: true, force: true, maxRetries: 2 });
}

/** Half of what Linux takes for a path, so that every name in such a folder has room. */
const longestPath = 2048;

/** Makes every folder one that we may list, and brings those near that are too deep. */
async function openFolders(root: string): Promise<void> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      folders.push(path.length < longestPath ? path : await bringNear(path, root));
    }
  }
}

async function bringNear(path: string, root: string): Promise<string> {
  // A folder that is moved must be writable itself: it is told its new parent.
  await chmod(path, 0o700);
  const near = await mkdtemp(join(root, "deep-"));
  await rename(path, near);
  return near;
}
