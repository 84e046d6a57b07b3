import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sandboxLimits } from "../limits.ts";

const readableByAll = 0o004;
const openToAll = 0o005;

/**
 * Files at or below a path that not everyone may read, such as a password file beside a program's settings. To the kernel a
 * sandboxed program of root is root, so these must be hidden one by one. Links are not followed.
 */
export function privateFilesIn(path: string): readonly string[] {
  const found: string[] = [];
  const pending = [{ path, isOpen: true }];
  for (let next = pending.pop(), seen = 0; next !== undefined; next = pending.pop(), seen++) {
    const status = lstatSync(next.path, { throwIfNoEntry: false });
    if (status === undefined || status.isSymbolicLink() || seen > sandboxLimits.settingsEntries) continue;
    if (status.isDirectory()) {
      const isOpen = next.isOpen && (status.mode & openToAll) === openToAll;
      pending.push(...listPlaces(next.path).map((place) => ({ path: place, isOpen })));
    } else if (!next.isOpen || (status.mode & readableByAll) === 0) found.push(next.path);
  }
  return found;
}

/** Without links, which lead elsewhere: folders of certificates have hundreds. */
function listPlaces(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map(({ name }) => join(folder, name));
  } catch {
    // Unreadable, and so for the program.
    return [];
  }
}
