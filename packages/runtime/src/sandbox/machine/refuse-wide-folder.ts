import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";

/** Folders of the system, of its services, or of all users. */
const wideFolders: readonly string[] = [
  "/",
  "/boot",
  "/etc",
  "/home",
  "/mnt",
  "/media",
  "/opt",
  "/root",
  "/run",
  "/srv",
  "/tmp",
  "/usr",
  "/var",
  "/var/lib",
  "/var/run",
  "/var/tmp",
];

/** Created fresh inside, so nothing below them is the host's. */
const privateFolders: readonly string[] = ["/proc", "/sys", "/dev"];

/**
 * Refuses to expose a folder (a real path) that contains nearly everything: it is a mistake, such as a
 * workspace that is the home folder itself, and guessing what was meant would expose keys and passwords.
 */
export function refuseWideFolder(path: string, homes: readonly string[]): void {
  if (!isWideFolder(path, homes)) return;
  throw new SkillError("option-invalid", {
    name: path,
    reason: "this folder holds too much to expose to a sandboxed program; name a folder inside it",
  });
}

/** Whether a folder (a real path) belongs to the system or to all users, or contains a whole home folder. */
export function isWideFolder(path: string, homes: readonly string[]): boolean {
  return (
    wideFolders.includes(path) ||
    privateFolders.some((folder) => isInside(folder, path)) ||
    homes.some((home) => isInside(path, home))
  );
}
