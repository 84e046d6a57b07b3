import { type FileSystem, limits, loadSkill, SkillError } from "@skillwright/core";

/** Folders of the other skills beside a skill, by name: what agents usually see together. Those that cannot be read are left out. */
export function findNeighbours(fs: FileSystem, skillDirectory: string): readonly string[] {
  const own = fs.realPath(skillDirectory);
  if (own === undefined) return [];
  const slash = own.lastIndexOf("/");
  const parent = own.slice(0, slash);
  const { name } = loadSkill(fs, own).parsed.manifest;
  const found: string[] = [];
  for (const entry of listOrNothing(fs, parent === "" ? "/" : parent)) {
    const directory = `${parent}/${entry.name}`;
    if (entry.kind !== "directory" || directory === own || !fs.stat(`${directory}/SKILL.md`)) continue;
    const { manifest } = loadSkill(fs, directory).parsed;
    if (manifest.description === undefined || (manifest.name ?? entry.name) === name) continue;
    if (found.push(directory) === limits.triggerNeighbours) break;
  }
  return found;
}

function listOrNothing(fs: FileSystem, folder: string): ReturnType<FileSystem["list"]> {
  try {
    return fs.list(folder);
  } catch (error) {
    if (error instanceof SkillError) return [];
    throw error;
  }
}
