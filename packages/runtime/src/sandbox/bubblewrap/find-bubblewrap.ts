import { delimiter, isAbsolute } from "node:path";
import { findProgram } from "../find-program.ts";

/**
 * Where bubblewrap is installed: the first `bwrap` that may be run in a folder of PATH. The system's folders come first,
 * whatever stands before them there: in a project's own folder of programs lies what a project brings.
 */
export function findBubblewrap(path: string): string | undefined {
  // A relative folder is wherever somebody happens to stand.
  const absolute = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const isSystem = (folder: string): boolean => systemFolders.includes(folder);
  const folders = [...absolute.filter(isSystem), ...absolute.filter((folder) => !isSystem(folder))];
  const search = { program: "bwrap", path: folders.join(delimiter), cwd: "/", isVisible: () => true };
  const found = findProgram(search);
  return "path" in found ? found.path : undefined;
}

const systemFolders = ["/usr/bin", "/usr/local/bin", "/bin"];
