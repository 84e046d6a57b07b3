/** Folders whose files are meant to be read, even if they are programs: they may be templates. */
const readFolders: ReadonlySet<string> = new Set(["references", "assets"]);

/**
 * Whether a file of a skill is meant to be run rather than read. The folder decides where the standard defines it;
 * elsewhere a shebang line does. The executable bit does not count: archives lose it, and some disks set it on
 * everything.
 */
export function isScript(path: string, bytes: Uint8Array): boolean {
  const folder = path.slice(0, Math.max(0, path.indexOf("/"))).toLowerCase();
  if (folder === "scripts") return true;
  return !readFolders.has(folder) && bytes[0] === 0x23 && bytes[1] === 0x21;
}
