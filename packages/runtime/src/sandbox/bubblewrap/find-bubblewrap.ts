import { delimiter, isAbsolute } from "node:path";
import { findProgram } from "../find-program.ts";

/**
 * Finds bubblewrap: the first executable `bwrap` on PATH. System folders come first, whatever their order on
 * PATH, because a project may put its own folder of programs there.
 */
export function findBubblewrap(path: string): string | undefined {
  // A relative folder depends on the current directory.
  const absolute = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const isSystem = (folder: string): boolean => systemFolders.includes(folder);
  const folders = [...absolute.filter(isSystem), ...absolute.filter((folder) => !isSystem(folder))];
  const search = { program: "bwrap", path: folders.join(delimiter), cwd: "/", isVisible: () => true };
  const found = findProgram(search);
  return "path" in found ? found.path : undefined;
}

const systemFolders = ["/usr/bin", "/usr/local/bin", "/bin"];
