import { isAbsolute } from "node:path";

/**
 * The folders on PATH that agents see too. npm and similar tools prepend temporary ones while they run a command, and relative
 * ones depend on the current folder.
 */
export function lastingFolders(programs: readonly string[]): readonly string[] {
  return programs.filter((folder) => isAbsolute(folder) && !passing.test(folder));
}

const passing = /\/node_modules\/\.bin\/?$|\/node-gyp-bin\/?$|\/_npx\//;
