import { referencedPaths } from "@skillwright/core/check";
import { skippedFolders } from "@skillwright/core/discover";
import { decodeUtf8 } from "@skillwright/core/text";
import { packagingLimits } from "../limits.ts";

/**
 * The files of a skill whose SKILL.md is at the root of a repository: the standard's folders, the license, and what its documents
 * refer to, as far as `read` has their text. The rest of the repository is not part of the skill.
 */
export function rootSkillFiles(
  paths: readonly string[],
  read: (path: string) => Uint8Array | undefined,
): ReadonlySet<string> {
  const files = new Set(paths.filter((path) => ownFile.test(path)));
  const known = new Set(paths);
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    if (path.split("/").some((part) => skippedFolders.has(part))) continue;
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end);
      const inside = folders.get(folder) ?? [];
      if (inside.length === 0) folders.set(folder, inside);
      inside.push(path);
    }
  }
  let room: number = packagingLimits.referencedBytes;
  for (const path of files) {
    const bytes = /\.mdx?$/i.test(path) ? read(path) : undefined;
    if (bytes === undefined || bytes.length > room) continue;
    room -= bytes.length;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    for (const target of referencedPaths(decodeUtf8(bytes) ?? "", folder)) {
      if (known.has(target)) files.add(target);
      else for (const inside of folders.get(target) ?? []) files.add(inside);
    }
  }
  return files;
}

const ownFile =
  /^(?:skill\.md|licen[cs]e(?:[.-][\w.-]*)?|notice(?:\.[\w.]*)?|\.skillignore|(?:scripts|references|assets)\/.*)$/is;
