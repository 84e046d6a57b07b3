/** Folders whose files are there to be read, whatever they hold: a template may well be a program. */
const readFolders: ReadonlySet<string> = new Set(["references", "assets"]);

/**
 * Whether a file of a skill is meant to be run rather than read. Its folder says so where the standard gives the
 * folder a meaning; elsewhere a first line that names an interpreter does. Not the executable bit: archives lose it,
 * and some disks set it on everything.
 */
export function isScript(path: string, bytes: Uint8Array): boolean {
  const folder = path.slice(0, Math.max(0, path.indexOf("/"))).toLowerCase();
  if (folder === "scripts") return true;
  return !readFolders.has(folder) && bytes[0] === 0x23 && bytes[1] === 0x21;
}
