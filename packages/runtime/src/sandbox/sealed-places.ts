import { lstatSync } from "node:fs";
import { join } from "node:path";

/** What people's other programs run unasked: whoever may write there is out of the sandbox the next time somebody uses git. */
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

/** Of a repository, what decides which programs git starts; all else must stay open for a commit. */
const sealedInRepository = [".git/hooks", ".git/config"];

/**
 * What must not be changed in a folder that a program may write to otherwise. Only what is there can be sealed: a program that may
 * write to a whole project can still make what is missing, so nobody gets one for the asking.
 */
export function sealedPlaces(folder: string): readonly string[] {
  const git = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
  const names = sealedNames.flatMap((name) =>
    name === ".git" && git?.isDirectory() ? sealedInRepository : [name],
  );
  return names.map((name) => join(folder, name)).filter(isRealPlace);
}

/** A link cannot be sealed, only what it leads to. */
function isRealPlace(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() || status?.isFile() || false;
}
