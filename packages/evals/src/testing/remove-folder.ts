import { chmod, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes a folder that untrusted programs could write to, including folders without permissions and paths
 * that are too long. Whatever still cannot be removed is left to the system.
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

/** Half of Linux's limit, which leaves room for every name in such a folder. */
const longestPath = 2048;

/** Makes every folder listable, and moves up those that are too deep. */
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
  // Moving a folder updates its parent entry, so it must be writable itself.
  await chmod(path, 0o700);
  const near = await mkdtemp(join(root, "deep-"));
  await rename(path, near);
  return near;
}
