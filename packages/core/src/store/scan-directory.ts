import { attempt } from "../discover/attempt.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { isInside, resolveInside } from "../discover/layout.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { isFilePath } from "./file-path.ts";
import { readSkillFolder, type SkillFolder } from "./read-skill-folder.ts";

export type DirectoryScan = {
  /** In the order in which they win a name that several state: a skill in a folder of that name comes first. */
  readonly places: readonly SkillFolder[];
  readonly findings: readonly DiscoveryFinding[];
};

/** The skills in the folders directly below a directory. Hidden folders are passed over, links that leave it refused. */
export function scanDirectory(fs: FileSystem, directory: string): DirectoryScan {
  const places: SkillFolder[] = [];
  const findings: DiscoveryFinding[] = [];
  const seen = new Set<string>();
  const root = fs.realPath(directory) ?? directory;
  for (const { name, kind } of listFolders(fs, directory)) {
    const path = `${directory}/${name}`;
    // A link that leads nowhere, or where this user may not look, is no skill for this user.
    const target = kind === "directory" ? `${root}/${name}` : attempt(() => fs.realPath(path));
    if (target === undefined || seen.has(target)) continue;
    seen.add(target);
    const reading = readSkillFolder(fs, path);
    if (reading.kind === "none") continue;
    if (!isInside(root, target))
      findings.push({ code: "link-leaves-root", severity: "error", path, args: { target } });
    else if (reading.kind === "broken") findings.push(reading.finding);
    else places.push(reading.place);
  }
  return { places: places.sort(byNameOfFolder), findings };
}

/**
 * The skill in the folder of its own name, without a look at the others: the one that `scanDirectory` would put
 * first among all that state the name.
 */
export function findNamedFolder(fs: FileSystem, directory: string, name: string): SkillFolder | undefined {
  if (!isFilePath(name) || name.includes("/")) return undefined;
  const path = `${directory}/${name}`;
  if (attempt(() => resolveInside(fs, directory, path)) === undefined) return undefined;
  const reading = readSkillFolder(fs, path);
  // Only a stated name counts: a disk that ignores case would answer to any spelling of the folder's.
  return reading.kind === "skill" && reading.place.metadata.manifest.name === name
    ? reading.place
    : undefined;
}

/** Folders before links, so that a link to one of them is known to be the same skill again. */
function listFolders(fs: FileSystem, directory: string): readonly DirectoryEntry[] {
  const entries = fs.list(directory).filter(({ name }) => !name.startsWith("."));
  const ofKind = (wanted: string): readonly DirectoryEntry[] => entries.filter(({ kind }) => kind === wanted);
  return [...ofKind("directory"), ...ofKind("symlink")];
}

function byNameOfFolder(left: SkillFolder, right: SkillFolder): number {
  return Number(isNamedLikeFolder(right)) - Number(isNamedLikeFolder(left));
}

function isNamedLikeFolder({ folder, metadata }: SkillFolder): boolean {
  return folder === metadata.name;
}
