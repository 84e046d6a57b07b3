import { discoverSkill } from "../discover/discover-skill.ts";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { baseName } from "../path/path.ts";

/** Skills that were read again, by directory. */
export type Edits = ReadonlyMap<string, DiscoveredSkill>;

export type RereadRequest = {
  readonly fs: FileSystem;
  readonly memories: ReadonlyMap<string, ScanMemory>;
  readonly paths: readonly string[];
  readonly nowMs: number;
};

/**
 * Reads the skills around the given paths again. Undefined when a path is in no known skill, or its skill is gone or
 * broken: then a full scan is needed.
 */
export function rereadSkills({ fs, memories, paths, nowMs }: RereadRequest): Edits | undefined {
  const edits = new Map<string, DiscoveredSkill>();
  for (const path of paths) {
    const known = findSkillAround(memories, path);
    // Another SKILL.md inside a skill may be a nested skill.
    if (known === undefined || (/\/skill\.md$/i.test(path) && path !== known.file)) return undefined;
    const { root, directory, file } = known;
    const found = discoverSkill(fs, { root, directory, fileName: baseName(file), nowMs });
    if (found?.kind !== "skill") return undefined;
    edits.set(directory, found.skill);
  }
  return edits;
}

/** The innermost skill around a path. A skill's own folder does not count: it may have been removed. */
function findSkillAround(
  memories: ReadonlyMap<string, ScanMemory>,
  path: string,
): DiscoveredSkill | undefined {
  for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
    const directory = path.slice(0, slash);
    for (const { skills } of memories.values()) {
      const skill = skills.get(directory);
      if (skill) return skill;
    }
  }
  return undefined;
}

/** The memories with the edits in place. */
export function withEdits(
  memories: ReadonlyMap<string, ScanMemory>,
  edits: Edits,
): ReadonlyMap<string, ScanMemory> {
  return new Map(
    Array.from(memories, ([path, memory]) => {
      const own = [...edits].filter(([directory]) => memory.skills.has(directory));
      if (own.length === 0) return [path, memory];
      const skills = new Map(memory.skills);
      for (const [directory, skill] of own) skills.set(directory, skill);
      return [path, { ...memory, skills }];
    }),
  );
}
