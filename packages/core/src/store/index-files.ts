import type { DigestEntry } from "../digest/digest-files.ts";
import { skippedFolders } from "../discover/layout.ts";
import { isFilePath } from "./file-path.ts";

/** The sorted paths of a skill's files, without SKILL.md, hidden files and tool leftovers. */
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

/** In any case: a case-insensitive disk reads each as the SKILL.md. */
function isSkillFile(path: string): boolean {
  return path.toLowerCase() === "skill.md";
}

function isLeftBehind(path: string): boolean {
  return path.split("/").some((part) => skippedFolders.has(part));
}
