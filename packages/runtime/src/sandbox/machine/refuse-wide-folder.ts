import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/discover";

/** Folders that hold what belongs to the system, to its services, or to all of its users. */
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

/** Made anew inside, so that nothing below them is the host's. */
const privateFolders: readonly string[] = ["/proc", "/sys", "/dev"];

/**
 * Refuses to show a program a folder that nearly everything lies in, given by its real path: such a wish is a mistake (a workspace that is
 * the home folder itself), and to guess what was meant would give away keys and passwords.
 */
export function refuseWideFolder(path: string, homes: readonly string[]): void {
  if (!isWideFolder(path, homes)) return;
  throw new SkillError("option-invalid", {
    name: path,
    reason: "a program in a sandbox is not shown a folder that holds so much else; name a folder inside it",
  });
}

/** Whether a folder, given by its real path, holds what belongs to the system, to all users, or all that is one user's. */
export function isWideFolder(path: string, homes: readonly string[]): boolean {
  return (
    wideFolders.includes(path) ||
    privateFolders.some((folder) => isInside(folder, path)) ||
    homes.some((home) => isInside(path, home))
  );
}
