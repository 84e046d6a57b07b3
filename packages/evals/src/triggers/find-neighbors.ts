import { SkillError, type SkillManifest } from "@skillwright/core";
import { type FileSystem, loadSkill } from "@skillwright/core/discover";
import { evalsLimits } from "../limits.ts";

/**
 * Folders of the other skills next to a skill, sorted by name: agents usually see them together. Unreadable ones are
 * left out.
 */
export function findNeighbors(fs: FileSystem, skillDirectory: string): readonly string[] {
  const own = fs.realPath(skillDirectory);
  if (own === undefined) return [];
  const slash = own.lastIndexOf("/");
  const parent = own.slice(0, slash);
  const { name } = loadSkill(fs, own).parsed.manifest;
  const found: string[] = [];
  for (const entry of attempt(() => fs.list(parent === "" ? "/" : parent)) ?? []) {
    const directory = `${parent}/${entry.name}`;
    if (entry.kind !== "directory" || directory === own) continue;
    const manifest = attempt(() => readManifest(fs, directory));
    if (manifest?.description === undefined || (manifest.name ?? entry.name) === name) continue;
    if (found.push(directory) === evalsLimits.triggerNeighbors) break;
  }
  return found;
}

function readManifest(fs: FileSystem, directory: string): SkillManifest | undefined {
  if (fs.stat(`${directory}/SKILL.md`)?.kind !== "file") return undefined;
  return loadSkill(fs, directory).parsed.manifest;
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
