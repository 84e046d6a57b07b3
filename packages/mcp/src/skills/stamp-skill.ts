import { SKILL_LIMITS } from "@modelcontextprotocol/server/ext/skills";
import { limits, SkillError } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { type FileSystem, isFilePath, resolveInside, skippedFolders } from "@skillwright/core/discover";

/** Which files a skill has and their state, without reading them. */
export type SkillStamp = {
  /** Real path of the skill's folder. */
  readonly directory: string;
  readonly files: readonly StampedFile[];
  /** Equal if nothing has changed. */
  readonly text: string;
};

export type StampedFile = {
  /** Path inside the skill, with `/`. */
  readonly path: string;
  readonly size: number;
};

/**
 * Stamps the files of a skill that hosts get: those that an activation names, and SKILL.md, so nothing hidden
 * and no leftovers of tools. Throws for what SEP-2640 cannot express: links, pipes, more files or bytes than
 * hosts must accept.
 */
export function stampSkill(fs: FileSystem, skill: CatalogSkill): SkillStamp {
  const directory = resolveInside(fs, skill.root.path, skill.directory);
  if (directory === undefined) throw new SkillError("skill-changed", { name: skill.id });
  const files: StampedFile[] = [];
  let text = directory;
  let room = SKILL_LIMITS.bytes;
  for (const path of walkFiles(fs, directory)) {
    const found = fs.stat(`${directory}/${path}`);
    if (found === undefined) throw new SkillError("skill-changed", { name: skill.id });
    const { size, changedMs } = found;
    room -= size;
    if (files.length === SKILL_LIMITS.files) throw tooLarge(skill, "files", SKILL_LIMITS.files);
    if (room < 0) throw tooLarge(skill, "bytes", SKILL_LIMITS.bytes);
    files.push({ path, size });
    text += `\0${path}\0${size}\0${changedMs}`;
  }
  return { directory, files, text };
}

function* walkFiles(fs: FileSystem, directory: string): Generator<string> {
  const folders = [""];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of fs.list(`${directory}/${folder}`)) {
      const path = folder + name;
      if (++seen > limits.digestFiles)
        throw new SkillError("skill-too-large", {
          path: directory,
          what: "files and folders",
          max: limits.digestFiles,
        });
      if (!isFilePath(path) || skippedFolders.has(name)) continue;
      if (kind === "directory") folders.push(`${path}/`);
      else if (kind === "file") yield path;
      else throw new SkillError("skill-invalid", { path: `${directory}/${path}`, reason: noFile });
    }
  }
}

const noFile = "only regular files can be served, and it is a link or a device; replace it with a copy";

function tooLarge({ directory }: CatalogSkill, what: string, max: number): SkillError {
  return new SkillError("skill-too-large", { path: directory, what, max });
}

/** Reads a stamped file. It must still have the same length, and no part of its path may be a link. */
export function readStampedFile(fs: FileSystem, directory: string, { path, size }: StampedFile): Uint8Array {
  const file = `${directory}/${path}`;
  const read = fs.read(file, size, { isResolved: true });
  if (read.size === size && read.bytes.length === size) return read.bytes;
  throw new SkillError("skill-invalid", { path: file, reason: "it changed while being read" });
}
