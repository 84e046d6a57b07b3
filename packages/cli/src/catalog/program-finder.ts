import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { Place } from "../io.ts";

/** Returns a function that tells whether a program is on PATH. */
export function createProgramFinder(
  fs: FileSystem,
  { platform, programs }: Pick<Place, "platform" | "programs">,
): (name: string) => boolean {
  const isWindows = platform === "win32";
  const endings = isWindows ? ["", ".exe", ".cmd", ".bat", ".com"] : [""];
  const isProgram = (path: string): boolean => {
    const found = statOrNothing(fs, path);
    return found?.kind === "file" && (isWindows || found.executable);
  };
  return (name) =>
    programs.some((folder) => endings.some((ending) => isProgram(`${folder}/${name}${ending}`)));
}

/** An unreadable folder holds no programs for this user. */
function statOrNothing(fs: FileSystem, path: string): ReturnType<FileSystem["stat"]> {
  try {
    return fs.stat(path);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
