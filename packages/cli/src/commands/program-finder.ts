import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { Place } from "../io.ts";

/** Whether a program can be started by its name alone. */
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

/** A folder of programs that this user may not look into holds none for this user. */
function statOrNothing(fs: FileSystem, path: string): ReturnType<FileSystem["stat"]> {
  try {
    return fs.stat(path);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
