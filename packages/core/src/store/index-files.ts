import type { DigestEntry } from "../digest/digest-files.ts";
import { skippedFolders } from "../discover/layout.ts";
import { isFilePath } from "./file-path.ts";

/** The paths of the files that come with a skill, sorted: not the SKILL.md, hidden files or what tools leave behind. */
export function indexFiles(
  entries: readonly DigestEntry[],
  options: { readonly oneLevel: boolean },
): readonly string[] {
  const files = new Set(entries.filter((entry) => "hash" in entry).map(({ path }) => path));
  return entries
    .filter((entry) => "hash" in entry || files.has(entry.linksTo))
    .map(({ path }) => path)
    .filter((path) => isFilePath(path, options) && !isSkillFile(path) && !isLeftBehind(path))
    .sort();
}

/** In any spelling: a disk that ignores case reads each as the SKILL.md. */
function isSkillFile(path: string): boolean {
  return path.toLowerCase() === "skill.md";
}

function isLeftBehind(path: string): boolean {
  return path.split("/").some((part) => skippedFolders.has(part));
}
