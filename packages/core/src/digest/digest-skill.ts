import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { isInside } from "../path/path.ts";
import { badLink, type DigestEntry, digestFiles, isCovered } from "./digest-files.ts";
import type { Sha256 } from "./sha256.ts";

/** The content digest of the skill in a folder; see `digestFiles` for what it covers. */
export function digestSkill(fs: FileSystem, directory: string, sha256: Sha256): string {
  return digestFiles(readDigestEntries(fs, directory, sha256), sha256, directory);
}

/**
 * Every file and link of a skill, in no particular order. A dangling link or one that leaves the skill, a pipe, a
 * device, and too many files or bytes are errors: a digest without them would not cover the whole skill.
 */
export function readDigestEntries(fs: FileSystem, directory: string, sha256: Sha256): readonly DigestEntry[] {
  const entries: DigestEntry[] = [];
  const folders = [""];
  let seen = 0;
  let room: number = limits.digestBytes;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of fs.list(`${directory}/${folder}`)) {
      const path = folder + name;
      if (!isCovered(path)) continue;
      if (++seen > limits.digestFiles) throw tooLarge(directory, "files and folders", limits.digestFiles);
      if (kind === "other") throw invalid(`${directory}/${path}`, "it is neither a file nor a folder");
      if (kind === "directory") folders.push(`${path}/`);
      else if (kind === "symlink") entries.push({ path, linksTo: targetOf(fs, directory, path) });
      else {
        const bytes = readWhole(fs, `${directory}/${path}`, room);
        if (bytes === undefined) throw tooLarge(directory, "bytes", limits.digestBytes);
        room -= bytes.length;
        entries.push({ path, hash: sha256(bytes) });
      }
    }
  }
  return entries;
}

function tooLarge(path: string, what: string, max: number): SkillError {
  return new SkillError("skill-too-large", { path, what, max });
}

function invalid(path: string, reason: string): SkillError {
  return new SkillError("skill-invalid", { path, reason });
}

/** The final target of a link, relative to the skill. */
function targetOf(fs: FileSystem, directory: string, path: string): string {
  const root = fs.realPath(directory);
  const target = fs.realPath(`${directory}/${path}`);
  if (root === undefined || target === undefined || !isInside(root, target))
    throw invalid(`${directory}/${path}`, badLink);
  return target === root ? "." : target.slice(root.length + 1);
}

/** Enough for nearly every file; an oversized file is detected before much of it is read. */
const firstReadBytes = 1_048_576;

/**
 * All bytes of a file, or undefined when they exceed `room`. A file that became shorter after it was opened is being
 * written, so it is read again.
 */
function readWhole(fs: FileSystem, path: string, room: number): Uint8Array | undefined {
  for (const wanted of [Math.min(firstReadBytes, room), room, room]) {
    const { bytes, size } = fs.read(path, wanted);
    if (size > room) return undefined;
    if (bytes.length === size) return bytes;
  }
  throw invalid(path, "it keeps changing while it is read");
}
