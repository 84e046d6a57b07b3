import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * Files that other programs execute on their own: a program that can write there escapes the sandbox the next time the
 * user runs git.
 */
export const sealedNames: readonly string[] = [
  ".git",
  ".husky",
  ".agents",
  ".claude",
  ".codex",
  ".cursor",
  ".idea",
  ".vscode",
];

/** The parts of a repository that decide which programs git starts; the rest must stay writable for commits. */
const sealedInRepository = [".git/hooks", ".git/config"];

/**
 * Paths to keep read-only in a writable folder. Only existing paths can be sealed, and a program with write
 * access to a whole project can still create missing ones, so that access is never granted by default.
 */
export function sealedPaths(folder: string): readonly string[] {
  const git = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
  const names = sealedNames.flatMap((name) =>
    name === ".git" && git?.isDirectory() ? sealedInRepository : [name],
  );
  return names.map((name) => join(folder, name)).filter(isRealPlace);
}

/** Links cannot be sealed, only their targets. */
function isRealPlace(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() || status?.isFile() || false;
}
